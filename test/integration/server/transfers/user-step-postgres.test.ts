// The tests of user-step.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('what the user has to do first,', () => import('./user-step.test.ts'))
