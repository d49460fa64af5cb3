// The tests of serve-endpoint.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('webhooks', () => import('./serve-endpoint.test.ts'), { inShortRun: true })
