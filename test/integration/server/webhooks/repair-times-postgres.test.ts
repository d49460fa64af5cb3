// The tests of repair-times.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('repaired times', () => import('./repair-times.test.ts'), { inShortRun: true })
