// The tests of 0024-payment-columns.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('migrating to payment columns', () => import('./0024-payment-columns.test.ts'))
