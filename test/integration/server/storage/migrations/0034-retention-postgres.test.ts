// The test of 0034-retention.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('previews that expire', () => import('./0034-retention.test.ts'), { inShortRun: true })
