// The tests of operator-limits.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('operator limits', () => import('./operator-limits.test.ts'), { inShortRun: true })
