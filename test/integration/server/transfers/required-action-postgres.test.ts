// The tests of required-action.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('required actions,', () => import('./required-action.test.ts'))
