// The tests of operators.test.ts, passkeys.test.ts and oidc-sign-in.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('operators', async () => {
  await import('./operators.test.ts')
  await import('./passkeys.test.ts')
  await import('./oidc-sign-in.test.ts')
})
