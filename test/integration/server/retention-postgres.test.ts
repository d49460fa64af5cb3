// The tests of retention.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../support/repeat-over-postgres.ts'

await repeatOverPostgres('retention', () => import('./retention.test.ts'), { inShortRun: true })
