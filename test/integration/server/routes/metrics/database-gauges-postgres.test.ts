// The tests of database-gauges.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('the gauges of the database', () => import('./database-gauges.test.ts'), { inShortRun: true })
