// The tests of deliveries-without-body.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('webhooks without a body', () => import('./deliveries-without-body.test.ts'))
