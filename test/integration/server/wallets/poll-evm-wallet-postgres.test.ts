// The tests of poll-evm-wallet.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('watching the chain', () => import('./poll-evm-wallet.test.ts'))
