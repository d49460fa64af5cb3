// The tests of payment-queries.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('matching payments', () => import('./payment-queries.test.ts'))
