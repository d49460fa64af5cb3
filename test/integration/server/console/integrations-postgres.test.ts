// The tests of integrations.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('integrations in the console', () => import('./integrations.test.ts'))
