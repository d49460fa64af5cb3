// The tests of execute.test.ts once more, over PostgreSQL.
import { overPostgres } from '../../../support/over-postgres.ts'

await overPostgres('execute', () => import('./execute.test.ts'))
