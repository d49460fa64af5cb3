// The tests of watch-chain.test.ts once more, over PostgreSQL.
import { overPostgres } from '../../../support/over-postgres.ts'

await overPostgres('watching the chain', () => import('./watch-chain.test.ts'))
