// Accounts at an exchange that has several sites: each site numbers its accounts by itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConnection } from '../../../../server/accounts/connect-account.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { gateIo } from '../../../../server/exchanges/gate-io/gate-io.ts'
import { keySignIn } from '../../../../server/exchanges/kit/key-sign-in.ts'
import type { ExchangeAccount } from '../../../../server/exchanges/sign-in.ts'
import { createLink } from '../../../../server/links/links.ts'
import { redeemLink } from '../../../../server/links/sessions.ts'
import { connected, startEmulatorExchange } from '../../../support/emulator-exchange.ts'
import { recipient, startEngine } from '../../../support/engine.ts'

const user = { userId: 'user-1', callbackUrl: 'https://shop.example/done' }

function signInAt(all?: Parameters<typeof keySignIn>[0]['sites']): Pick<Exchange, 'startSignIn'> {
  return keySignIn({
    labels: { apiSecret: 'Secret' },
    keysUrl: 'https://exchange.example/keys',
    serverAddresses: undefined,
    addressCodes: [],
    ...(all === undefined ? {} : { sites: all }),
    open: async (): Promise<ExchangeAccount> => ({ externalId: '1042', name: 'Spot' }),
  })
}

test('the id of an account names its site, unless that is the default one', async () => {
  const sites = {
    all: [
      { value: 'global', label: 'exchange.example', baseUrl: 'https://api.exchange.example' },
      { value: 'eu', label: 'eu.exchange.example', baseUrl: 'https://api.eu.exchange.example' },
    ],
    unknownKeyCodes: [],
  } as const
  const idAt = async (exchange: Pick<Exchange, 'startSignIn'>, site: Record<string, string>) => {
    const result = await exchange.startSignIn({ apiKey: 'key', apiSecret: 'secret', ...site }, { url: '', state: '' })
    return result.state === 'connected' ? result.accounts.map(({ externalId }) => externalId) : result.state
  }
  assert.deepEqual(await idAt(signInAt(sites), {}), ['1042'])
  assert.deepEqual(await idAt(signInAt(sites), { site: 'global' }), ['1042'])
  assert.deepEqual(await idAt(signInAt(sites), { site: 'eu' }), ['eu:1042'])
  assert.deepEqual(await idAt(signInAt(), {}), ['1042'])
})

test('a sign-in at another site proves nothing about an order, although its account has the same number', async (t) => {
  const main = await startEmulatorExchange('gateIo', gateIo)
  const european = await startEmulatorExchange('gateIo', gateIo)
  for (const { sandbox } of [main, european]) {
    const saved = { login: 'user_good', label: 'mine', network: 'base', address: recipient }
    await sandbox.call('POST', '/console/addresses', saved)
  }
  const { clock } = main.sandbox
  const { exchange, database } = await connected(gateIo, main.url, clock, (site) =>
    site === 'eu' ? european.url : main.url,
  )
  const fields = { ...(await main.credentialsOf('user_good')), site: 'global' }
  const engine = await startEngine(undefined, { exchange, clock, fields })
  t.after(async () => {
    await engine.close()
    await database.close()
    await main.close()
    await european.close()
  })
  const { made } = await main.counts()
  const preview = await engine.preview('21.37')
  await main.fault({ loseAnswer: true, scope: 'withdraw' })
  await engine.execute(preview)
  await main.fault({})
  assert.equal((await main.counts()).made, made + 1)

  const { authCode } = await createLink(engine.deps, {
    ...{ ...user, clientId: engine.clientId, transfersEnabled: true, destinations: [], fixed: null },
    ...{ fromAccountId: null, fromType: null, transactionId: null, tokenDelivery: 'page' },
  })
  const { session } = await redeemLink(engine.deps, authCode)
  const owner = { sessionId: session.id, clientId: engine.clientId, userId: user.userId }
  const deps = { ...engine.deps, publicUrl: 'http://localhost' }
  const later = await startConnection(deps, owner, { type: 'gateIo', fields: { ...fields, site: 'eu' } })
  assert.equal(later.state, 'connected')
  // The credentials of the account that ordered are deleted: only those of another sign-in could poll.
  const { query } = engine.deps.database
  const own = query.selectFrom('account').select('sign_in_id').where('id', '=', engine.accountId)
  await query.updateTable('sign_in').set({ sealed_credentials: '' }).where('id', 'in', own).execute()
  for (let poll = 0; poll < 15; poll++) {
    clock.now += 20 * 60_000
    european.sandbox.clock.now = clock.now
    await engine.poll()
  }
  const { state, emptyPolls } = await engine.transferOf(preview)
  assert.deepEqual([state, emptyPolls], ['Unknown', 0])
})
