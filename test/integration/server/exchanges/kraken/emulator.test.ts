import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kraken } from '../../../../../server/exchanges/kraken/kraken.ts'
import { startEmulatorExchange, usualTerms } from '../../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'

const start = () => startEmulatorExchange('kraken', kraken)
describe('Kraken', () => exchangeSuite(start))

test('Kraken reports before an order that its address is not saved yet, and nothing once it is', async () => {
  const { exchange, sandbox, credentialsOf, close } = await start()
  const credentials = await credentialsOf('user_good')
  const stepNow = async () => (await exchange.quote(credentials, '', usualTerms)).requiredAction?.kind
  assert.equal(await stepNow(), 'addressWhitelistRequired')
  const { address } = usualTerms
  const saved = { login: 'user_good', label: 'mine', network: 'base', address, verified: false }
  const { body } = await sandbox.call('POST', '/console/addresses', saved)
  assert.equal(await stepNow(), 'addressWhitelistRequired')
  await sandbox.call('PATCH', `/console/addresses/${body.id ?? body.address?.id}`, { verified: true })
  assert.equal(await stepNow(), undefined)
  await close()
})
