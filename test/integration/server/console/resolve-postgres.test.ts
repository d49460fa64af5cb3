// The tests of resolve.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('resolving in the console', () => import('./resolve.test.ts'), { inShortRun: true })
