// The tests of watch-chain.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('watching the chain', () => import('./watch-chain.test.ts'))
