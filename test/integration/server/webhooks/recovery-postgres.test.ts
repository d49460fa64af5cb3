// The tests of recovery.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('recovery', () => import('./recovery.test.ts'), { inShortRun: true })
