// The tests of reconcile-accounts.test.ts once more, over PostgreSQL.
import { overPostgres } from '../../../support/over-postgres.ts'

await overPostgres('reconcile', () => import('./reconcile-accounts.test.ts'))
