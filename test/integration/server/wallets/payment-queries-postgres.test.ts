// The tests of payment-queries.test.ts once more, over PostgreSQL.
import { overPostgres } from '../../../support/over-postgres.ts'

await overPostgres('matching payments', () => import('./payment-queries.test.ts'))
