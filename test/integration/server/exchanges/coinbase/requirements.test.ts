// Requirements of Coinbase before it sends, by the responses that it documents, and the declarations that follow.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Amount } from '../../../../../server/contract/amount.ts'
import { coinbase } from '../../../../../server/exchanges/coinbase/coinbase.ts'
import type { Exchange } from '../../../../../server/exchanges/exchange.ts'
import { writeAdapterState } from '../../../../../server/exchanges/kit/exchange-amounts.ts'
import type { ExchangeTools } from '../../../../../server/exchanges/kit/tools.ts'
import type { Withdrawal } from '../../../../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import { isOrdered, matchWithdrawal } from '../../../../../server/transfers/fingerprint.ts'
import type { TransferTerms } from '../../../../../server/transfers/terms.ts'
import { subjects } from '../../../../proofs/broken-responses/subjects.ts'
import { type CannedServer, startCannedServer } from '../../../../support/canned-server.ts'
import { type EmulatorExchange, orderOf } from '../../../../support/emulator-exchange.ts'
import { patientTimeouts } from '../../../../support/patient-timeouts.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: networkCatalogue('production'),
  acquire: async () => true,
  withKeyLock: (_key, call) => call(now),
}
const credentials = { accessToken: 'token' }
const walletId = '2bbf394c-193b-5b2a-9155-3b4732659ede'
const order = {
  symbol: 'XRP',
  networkKey: 'xrp',
  address: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
  addressTag: '42',
  amount: Amount.parse('10'),
  clientReference: '9316dd16-0c05-4f25-8b3e-7f1f6c2d7e10',
  adapterState: writeAdapterState(Amount.zero, walletId),
  validUntil: new Date(now + 40_000),
  mfaCode: null,
  extra: {},
}
const terms = {
  ...order,
  toAddress: order.address,
  networkFee: Amount.zero,
  exchangeFee: Amount.zero,
} as unknown as TransferTerms
const recipient = {
  recipientFullName: 'Ada Lovelace',
  recipientRelation: 'self',
  recipientCountry: 'GB',
  recipientConfirmed: 'true',
}

describe('canned responses', () => {
  let server: CannedServer
  let exchange: Exchange
  before(async () => {
    server = await startCannedServer()
    const settings = { baseUrl: server.url, timeouts: patientTimeouts }
    exchange = coinbase(tools, { clientId: 'id', clientSecret: 'se&cret' }, settings)
  })
  after(() => server.close())

  function respondWith(status: number, body: unknown): void {
    server.respondWith((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  }
  async function outcomeOf(status: number, body: unknown, mfaCode: string | null = null) {
    respondWith(status, body)
    return exchange.withdraw(credentials, '', { ...order, mfaCode })
  }
  const errors = (...list: [id: string, message: string][]) => ({
    errors: list.map(([id, message]) => ({ id, message })),
  })
  const challenge = errors(['two_factor_required', 'When sending money over 2fa limit'])

  test('a code is required by its id, with status 400 or 402', async () => {
    for (const status of [400, 402]) {
      assert.deepEqual(await outcomeOf(status, challenge), { kind: 'mfaRequired', method: 'phone' })
      assert.equal((await outcomeOf(status, challenge, '000000')).kind, 'mfaWrong')
      const expired = errors(['two_factor_required', 'That code has expired. Please try again.'])
      assert.equal((await outcomeOf(status, expired, '111111')).kind, 'mfaExpired')
    }
  })

  test('no other status or id requires a code', async () => {
    const others: [number, unknown][] = [
      [402, errors(['payment_required', 'A code'])],
      [500, challenge],
      [403, challenge],
      [400, { ...challenge, data: { id: walletId } }],
      [402, { ...challenge, data: {} }],
      [402, errors(['two_factor_required', 'A code'], ['odd', 'An odd one'])],
      [402, 'two_factor_required'],
    ]
    for (const [status, body] of others) {
      const outcome = await outcomeOf(status, body)
      assert.equal(outcome.kind, 'ambiguous', `${status} ${JSON.stringify(body)}`)
    }
  })

  test('a rejection for the travel rule requires user input, and names the institution where that is missing', async () => {
    const required = { kind: 'travelRuleRequired' }
    for (const id of ['invalid_request', 'param_required', 'validation_error']) {
      assert.deepEqual(await outcomeOf(400, errors([id, 'travel_rule_data is required'])), required)
      assert.deepEqual(await outcomeOf(400, errors([id, 'beneficiary_financial_institution is missing'])), {
        ...required,
        field: 'destinationInstitution',
      })
    }
    assert.equal((await outcomeOf(400, errors(['odd', 'travel_rule_data is required']))).kind, 'ambiguous')
    assert.equal((await outcomeOf(500, errors(['invalid_request', 'travel rule']))).kind, 'ambiguous')
  })

  test('only the user’s input is declared, and all of it', async () => {
    const declared = async (extra: Record<string, string>) => {
      respondWith(201, { data: { id: walletId } })
      await exchange.withdraw(credentials, '', { ...order, extra })
      const sent = server.requests.filter(({ method }) => method === 'POST')
      return JSON.parse(sent.at(-1)?.body ?? '{}').travel_rule_data
    }
    assert.equal(await declared({}), undefined)
    assert.equal(await declared(recipient), undefined)
    const declaration = {
      is_self: 'IS_SELF_TRUE',
      beneficiary_name: 'Ada Lovelace',
      beneficiary_address: { country: 'GB' },
    }
    assert.deepEqual(await declared({ ...recipient, destinationKind: 'wallet' }), {
      ...declaration,
      beneficiary_wallet_type: 'WALLET_TYPE_SELF_HOSTED',
    })
    const exchangeOf = (destinationInstitution: string) =>
      declared({ ...recipient, recipientRelation: 'family', destinationKind: 'exchange', destinationInstitution })
    const toExchange = { ...declaration, is_self: 'IS_SELF_FALSE', beneficiary_wallet_type: 'WALLET_TYPE_EXCHANGE' }
    const amina = { ...toExchange, beneficiary_financial_institution: 'a94d3e82-170a-40e7-b08e-429f8b0dc8bf' }
    assert.deepEqual(await exchangeOf('amina-bank'), amina)
    assert.deepEqual(await exchangeOf('A94D3E82-170A-40E7-B08E-429F8B0DC8BF'), amina)
  })

  test('an institution whose id is unknown is required again, and nothing is sent', async () => {
    respondWith(201, { data: { id: walletId } })
    for (const destinationInstitution of ['An unlisted exchange', 'Amina', '']) {
      const extra = { ...recipient, destinationKind: 'exchange', destinationInstitution }
      const before = server.requests.length
      const outcome = await exchange.withdraw(credentials, '', { ...order, extra })
      assert.deepEqual(outcome, { kind: 'travelRuleRequired', field: 'destinationInstitution' })
      assert.equal(server.requests.length, before)
    }
  })

  test('tokens are requested by a form', async () => {
    let type = ''
    server.respondWith((request, response) => {
      type = request.headers['content-type'] ?? ''
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ access_token: 'new', refresh_token: 'next', expires_in: 3600 }))
    })
    assert.deepEqual(await exchange.renew({ accessToken: 'old', refreshToken: 're=fresh' }), {
      accessToken: 'new',
      refreshToken: 'next',
    })
    const [request] = server.requests.filter(({ path }) => path === '/oauth2/token')
    assert.match(type, /^application\/x-www-form-urlencoded/)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
      grant_type: 'refresh_token',
      refresh_token: 're=fresh',
      client_id: 'id',
      client_secret: 'se&cret',
    })
  })

  const row = {
    id: '3c04e35e-8e5a-5ff1-9155-00675db4ac02',
    type: 'send',
    status: 'completed',
    amount: { amount: '-10', currency: 'XRP' },
    created_at: '2026-11-20T12:00:00Z',
    idem: order.clientReference,
    network: { status: 'confirmed', network_name: 'ripple' },
    to: { resource: 'address', address: order.address },
  }
  async function read(changed: Record<string, unknown>): Promise<Withdrawal> {
    respondWith(200, { data: { ...row, ...changed } })
    const found = await exchange.getWithdrawal(credentials, '', `${walletId}:${row.id}`)
    assert.ok(found)
    return found
  }

  test('a row without the tag is ours by its reference, and one with another tag is not', async () => {
    const untagged = await read({})
    assert.deepEqual([untagged.addressTag, isOrdered(untagged, terms, tools.networks)], [null, true])
    assert.equal(matchWithdrawal(untagged, terms, tools.networks), 'possible')
    const tagged = (tag: string) => ({ to: { ...row.to, address_info: { destination_tag: tag } } })
    assert.equal(matchWithdrawal(await read(tagged('42')), terms, tools.networks), 'equal')
    assert.equal(isOrdered(await read(tagged('43')), terms, tools.networks), false)
    const elsewhere = await read({ network: { status: 'confirmed', network_name: 'stellar' } })
    assert.equal(isOrdered(elsewhere, terms, tools.networks), false)
  })

  test('a row inside Coinbase may name a user in place of the address', async () => {
    const inside = await read({ network: { status: 'off_blockchain' }, to: { resource: 'user', id: walletId } })
    assert.deepEqual([inside.state, inside.isInternal, inside.address], ['completed', true, null])
    assert.equal(isOrdered(inside, terms, tools.networks), true)
    const other = await read({ amount: { amount: '-11', currency: 'XRP' }, to: { resource: 'user' } })
    assert.equal(isOrdered(other, terms, tools.networks), false)
  })
})

describe('at the sandbox', () => {
  let emulator: EmulatorExchange
  before(async () => {
    emulator = (await subjects.coinbase?.start()) as EmulatorExchange
  })
  after(() => emulator.close())

  test('a destination at an exchange is declared, and its institution is required again until Coinbase can use it', async () => {
    const fields = await emulator.credentialsOf('user_travel_rule')
    const first = await orderOf(emulator, fields, { amount: Amount.parse('12.34') })
    const send = (extra: Record<string, string>) => emulator.exchange.withdraw(fields, '', { ...first, extra })
    assert.deepEqual(await send({}), { kind: 'travelRuleRequired' })
    const toExchange = { ...recipient, destinationKind: 'exchange' }
    assert.deepEqual(await send({ ...toExchange, destinationInstitution: 'Somewhere' }), {
      kind: 'travelRuleRequired',
      field: 'destinationInstitution',
    })
    assert.equal((await emulator.counts()).made, 0)
    assert.equal((await send({ ...toExchange, destinationInstitution: 'Amber' })).kind, 'accepted')
    assert.equal((await emulator.counts()).made, 1)
  })

  test('a code that is required with status 400 is entered like any other', async () => {
    const fields = await emulator.credentialsOf('user_mfa_transfer')
    const first = await orderOf(emulator, fields, { amount: Amount.parse('12.35') })
    const before = await emulator.counts()
    await emulator.fault({ codeByStatus400: true })
    assert.equal((await emulator.exchange.withdraw(fields, '', first)).kind, 'mfaRequired')
    await emulator.fault({})
    assert.equal((await emulator.exchange.withdraw(fields, '', { ...first, mfaCode: '123456' })).kind, 'accepted')
    assert.equal((await emulator.counts()).made, before.made + 1)
  })
})
