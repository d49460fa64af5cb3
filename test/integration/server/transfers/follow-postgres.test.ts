// The tests of follow.test.ts once more, over PostgreSQL.
import { overPostgres } from '../../../support/over-postgres.ts'

await overPostgres('follow', () => import('./follow.test.ts'))
