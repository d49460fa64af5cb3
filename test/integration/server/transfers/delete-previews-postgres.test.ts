// The tests of delete-previews.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('deleted previews', () => import('./delete-previews.test.ts'), { inShortRun: true })
