// The tests of payment-columns.test.ts once more, over PostgreSQL.
import { overPostgres } from '../../../support/over-postgres.ts'

await overPostgres('migrating to payment columns', () => import('./payment-columns.test.ts'))
