// The tests of reconcile-accounts.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('reconcile', () => import('./reconcile-accounts.test.ts'))
