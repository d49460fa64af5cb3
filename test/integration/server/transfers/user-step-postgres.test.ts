// The tests of user-step.test.ts once more, over PostgreSQL.
import { overPostgres } from '../../../support/over-postgres.ts'

await overPostgres('what the user has to do first,', () => import('./user-step.test.ts'))
