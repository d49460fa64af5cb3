// The tests of poll-transfers.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('poll-transfers', () => import('./poll-transfers.test.ts'))
