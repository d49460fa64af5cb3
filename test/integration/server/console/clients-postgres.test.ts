// The tests of clients.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('clients in the console', () => import('./clients.test.ts'))
