// The tests of split-fields.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('migrating to split fields', () => import('./split-fields.test.ts'), { inShortRun: true })
