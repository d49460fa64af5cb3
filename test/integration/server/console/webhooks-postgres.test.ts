// The tests of webhooks.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('webhooks in the console', () => import('./webhooks.test.ts'))
