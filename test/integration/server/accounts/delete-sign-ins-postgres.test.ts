// The tests of delete-sign-ins.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('deleted sign-ins', () => import('./delete-sign-ins.test.ts'), { inShortRun: true })
