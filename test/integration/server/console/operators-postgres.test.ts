// The tests of operators.test.ts and passkeys.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('operators', async () => {
  await import('./operators.test.ts')
  await import('./passkeys.test.ts')
})
