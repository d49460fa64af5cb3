// The tests of transfers.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('transfers of the console', () => import('./transfers.test.ts'), { inShortRun: true })
