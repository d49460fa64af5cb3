// The tests of replay.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('replays', () => import('./replay.test.ts'), { inShortRun: true })
