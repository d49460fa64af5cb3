// The tests of payment-columns.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('migrating to payment columns', () => import('./payment-columns.test.ts'))
