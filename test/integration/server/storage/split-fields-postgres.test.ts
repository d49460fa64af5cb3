// The tests of split-fields.test.ts once more, over PostgreSQL.
import { overPostgres } from '../../../support/over-postgres.ts'

await overPostgres('migrating to split fields', () => import('./split-fields.test.ts'))
