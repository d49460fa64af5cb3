// The tests of erase-user.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../support/repeat-over-postgres.ts'

await repeatOverPostgres('erasure', () => import('./erase-user.test.ts'), { inShortRun: true })
