// Outcomes of orders at Binance: one that stays inside, one that waits for a rate limit before it is signed, one whose tag has to
// be percent-encoded, and one with a questionnaire.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Amount } from '../../../../../server/contract/amount.ts'
import { binance } from '../../../../../server/exchanges/binance/binance.ts'
import type { Exchange } from '../../../../../server/exchanges/exchange.ts'
import type { CallPolicy, ExchangeTools } from '../../../../../server/exchanges/kit/tools.ts'
import type { Credentials } from '../../../../../server/exchanges/sign-in.ts'
import type { WithdrawalOrder } from '../../../../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import { eventsOf } from '../../../../../server/transfers/timeline.ts'
import { type CannedServer, startCannedServer } from '../../../../support/canned-server.ts'
import { type EmulatorExchange, orderOf, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { startEngine } from '../../../../support/engine.ts'
import { patientTimeouts } from '../../../../support/patient-timeouts.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const credentials = { apiKey: 'c5dcfbf1f3a7cafe', apiSecret: 'secret' }
const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
const clientReference = '3f0c4b1e-0000-4000-8000-000000000001'
const withdrawOrderId = clientReference.replaceAll('-', '')
const hash = 'ab'.repeat(32)
const order: WithdrawalOrder = {
  ...{ symbol: 'USDC', networkKey: 'base', address, addressTag: '', amount: Amount.parse('25.5') },
  ...{ clientReference, adapterState: '0.04', mfaCode: null, extra: {}, validUntil: new Date(now + 40_000) },
}
const since = new Date(now - 60_000)

describe('responses', () => {
  let server: CannedServer
  let clock = now
  let waitMs = 0
  const policies = new Map<string, CallPolicy>()
  const tools: ExchangeTools = {
    now: () => new Date(clock),
    networks: networkCatalogue('production'),
    async acquire(bucket, policy) {
      policies.set(bucket.split(':')[1] ?? '', policy)
      clock += waitMs
      return true
    },
    withKeyLock: (_key, call) => call(clock),
  }
  before(async () => {
    server = await startCannedServer()
  })
  after(() => server.close())

  const network = {
    ...{ network: 'BASE', withdrawEnable: true, busy: false, withdrawFee: '0.04', withdrawMin: '1' },
    ...{ withdrawMax: '4000', withdrawIntegerMultiple: '0.000001' },
    contractAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  }
  const coin = { coin: 'USDC', name: 'USDC', free: '100', withdrawAllEnable: true, networkList: [network] }
  const world = {
    '/sapi/v1/capital/config/getall': [coin],
    '/sapi/v1/localentity/questionnaire-requirements': { questionnaireCountryCode: 'NIL' },
  }

  /** By path; a path that is not there gets 599. */
  function respondWith(bodies: Record<string, unknown>): Exchange {
    clock = now
    waitMs = 0
    server.respondWith((request, response) => {
      const body = bodies[new URL(request.url ?? '', 'http://localhost').pathname]
      const isRefusal = Number((body as { code?: number } | undefined)?.code ?? 0) < 0
      response.writeHead(body === undefined ? 599 : isRefusal ? 400 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body ?? {}))
    })
    return binance(tools, { baseUrl: server.url, timeouts: patientTimeouts })
  }
  const row = {
    ...{ id: 'b6ae22b3', amount: '25.5', transactionFee: '0.04', coin: 'USDC', status: 6, address, txId: hash },
    ...{ applyTime: '2026-11-20 12:00:00', network: 'BASE', transferType: 0, withdrawOrderId },
  }

  test('a transfer inside Binance has its type or certain words in place of a hash, and no hash', async () => {
    const read = async (more: object) => {
      const exchange = respondWith({ '/sapi/v1/capital/withdraw/history': [{ ...row, ...more }] })
      const found = await exchange.findWithdrawal(credentials, '', { ...order, clientReference, since })
      return [found?.hash, found?.isInternal ?? false, found?.state]
    }
    assert.deepEqual(await read({}), [`0x${hash}`, false, 'completed'])
    assert.deepEqual(await read({ txId: 'Internal transfer 51376627901', transferType: 1 }), ['', true, 'completed'])
    assert.deepEqual(await read({ txId: '', transferType: 1 }), ['', true, 'completed'])
    for (const txId of ['Internal transfer 51376627901', 'Off-chain transfer 105923462873']) {
      assert.deepEqual(await read({ txId, transferType: null }), ['', true, 'completed'], txId)
      assert.deepEqual(await read({ txId, network: 'SOL' }), ['', true, 'completed'], txId)
    }
    // Contradictory: the chain decides.
    assert.deepEqual(await read({ transferType: 1 }), [`0x${hash}`, false, 'completed'])
    assert.deepEqual(await read({ txId: '' }), ['', false, 'completed'])
  })

  test('an order that waited for a rate limit is valid for the rest of its time when it is signed', async () => {
    const exchange = respondWith({ ...world, '/sapi/v1/capital/withdraw/apply': { id: 'b6ae22b3' } })
    // Two limits are waited for before the read, and three before the order.
    waitMs = 6_000
    assert.equal((await exchange.withdraw(credentials, '', order)).kind, 'accepted')
    const sent = new URLSearchParams(server.requests.at(-1)?.body)
    assert.equal(Number(sent.get('timestamp')) + Number(sent.get('recvWindow')), order.validUntil.getTime())
    assert.equal(Number(sent.get('timestamp')), now + 30_000)
    const before = server.requests.length
    clock = now
    waitMs = 11_000
    assert.deepEqual(await exchange.withdraw(credentials, '', order), { kind: 'notSent' })
    assert.equal(server.requests.length, before + 1)
  })

  test('a quote needs no word on the travel rule, and an absent order does', async () => {
    const { '/sapi/v1/localentity/questionnaire-requirements': _, ...rest } = world
    const exchange = respondWith({ ...rest, '/sapi/v1/capital/withdraw/history': [] })
    assert.deepEqual((await exchange.quote(credentials, '', order)).requiredAction, undefined)
    const found = exchange.findWithdrawal(credentials, '', { ...order, clientReference, since })
    await assert.rejects(found, { name: 'ExchangeFailure' })
  })

  test('a rejection of the requirement states nothing: a quote notes none, and neither an order nor a conclusion rests on it', async () => {
    const requirement = '/sapi/v1/localentity/questionnaire-requirements'
    const apply = '/sapi/v1/localentity/withdraw/apply'
    const bodies = { ...world, '/sapi/v1/capital/withdraw/history': [], [apply]: { trId: 7, accpted: true } }
    const extra = { recipientRelation: 'self', destinationKind: 'wallet', recipientConfirmed: 'true' }
    for (const code of [-1, -4104, -5555]) {
      const exchange = respondWith({ ...bodies, [requirement]: { code, msg: 'No.' } })
      assert.equal((await exchange.quote(credentials, '', order)).adapterState, '0.04')
      const found = exchange.findWithdrawal(credentials, '', { ...order, clientReference, since })
      await assert.rejects(found, { name: 'ExchangeFailure' })
      await assert.rejects(exchange.listWithdrawals(credentials, '', since), { name: 'ExchangeFailure' })
      await assert.rejects(async () => exchange.isFenceIntact?.(credentials, '', order), { name: 'ExchangeFailure' })
      const outcome = await exchange.withdraw(credentials, '', { ...order, extra })
      assert.deepEqual(outcome, { kind: 'notSent' })
    }
  })

  test('no questionnaire goes out on a quote that notes that none is required', async () => {
    const extra = { recipientRelation: 'self', destinationKind: 'wallet', recipientConfirmed: 'true' }
    const sent = async (adapterState: string) => {
      const exchange = respondWith({
        ...world,
        '/sapi/v1/localentity/questionnaire-requirements': { questionnaireCountryCode: 'EU' },
        '/sapi/v1/localentity/withdraw/apply': { trId: 7, accpted: true },
      })
      return exchange.withdraw(credentials, '', { ...order, adapterState, extra })
    }
    assert.deepEqual(await sent('0.04 NIL'), { kind: 'rejected', code: 'quote_expired' })
    for (const adapterState of ['0.04', '0.04 EU', '0.04 FR']) {
      assert.deepEqual(await sent(adapterState), { kind: 'accepted', withdrawalId: 'tr:7' }, adapterState)
    }
  })

  test('each poll reads the requirements again', async () => {
    let country = 'NIL'
    const body = () => ({ questionnaireCountryCode: country })
    const local = { ...row, txId: '', trId: 7, withdrawalStatus: 2, travelRuleStatus: 0 }
    const exchange = respondWith({
      ...world,
      '/sapi/v1/capital/withdraw/history': [],
      '/sapi/v2/localentity/withdraw/history': [local],
      '/sapi/v1/localentity/questionnaire-requirements': { toJSON: body },
    })
    const find = async () => (await exchange.findWithdrawal(credentials, '', { ...order, clientReference, since }))?.id
    assert.equal(await find(), undefined)
    country = 'EU'
    assert.equal(await find(), 'tr:7')
  })

  test('the history is read five times a second', async () => {
    const exchange = respondWith({ ...world, '/sapi/v1/capital/withdraw/history': [] })
    await exchange.findWithdrawal(credentials, '', { ...order, clientReference, since })
    assert.deepEqual(policies.get('history'), { quota: 5, windowSeconds: 1 })
    const { quota, windowSeconds } = policies.get('key') ?? assert.fail()
    assert.ok(quota / windowSeconds >= 10)
  })

  test('a record of the travel rule is pending until it is complete, and failed when it is refused', async () => {
    const local = { ...row, trId: 1234456, withdrawalStatus: 6, travelRuleStatus: 0, id: undefined, status: undefined }
    const read = async (more: object) => {
      const exchange = respondWith({ '/sapi/v2/localentity/withdraw/history': [{ ...local, ...more }] })
      return (await exchange.getWithdrawal(credentials, '', 'tr:1234456'))?.state
    }
    assert.equal(await read({ txId: hash }), 'completed')
    assert.equal(await read({ txId: '', withdrawalStatus: 2 }), 'pending')
    assert.equal(await read({ txId: '', withdrawalStatus: null }), 'pending')
    assert.equal(await read({ txId: '', withdrawalStatus: null, travelRuleStatus: 1 }), 'pending')
    assert.equal(await read({ txId: '', withdrawalStatus: null, travelRuleStatus: 2 }), 'failed')
    assert.equal(await read({ txId: '', travelRuleStatus: 3 }), 'unknown')
    assert.equal(await read({ txId: hash, travelRuleStatus: 2 }), 'unknown')
    // Contradictory, also without a hash.
    for (const [withdrawalStatus, state] of [
      [6, 'unknown'],
      [4, 'unknown'],
      [9, 'unknown'],
      [3, 'failed'],
      [1, 'failed'],
    ]) {
      assert.equal(await read({ txId: '', withdrawalStatus, travelRuleStatus: 2 }), state, String(withdrawalStatus))
    }
    await assert.rejects(read({ trId: 99 }), { name: 'ExchangeFailure' })
  })

  const wallet = { destinationKind: 'wallet' }
  const self = { recipientFullName: 'Ada Lovelace', recipientRelation: 'self', recipientCountry: 'GB' }
  const confirmed = { ...self, ...wallet, recipientConfirmed: 'true' }

  async function declared(
    country: string,
    extra: Record<string, string>,
    response: object = { trId: 7, accpted: true },
  ) {
    const exchange = respondWith({
      ...world,
      '/sapi/v1/localentity/questionnaire-requirements': { questionnaireCountryCode: country },
      '/sapi/v1/localentity/vasp': [
        { vaspName: 'Binance', vaspCode: 'BINANCE' },
        { vaspName: 'HashKeyGlobal', vaspCode: 'NVBH3Z', identifier: 'hashkey' },
        { vaspName: 'Older', vaspCode: 'OLD1' },
      ],
      '/sapi/v1/localentity/withdraw/apply': response,
      '/sapi/v1/capital/withdraw/apply': { id: 'plain' },
    })
    const before = server.requests.length
    const outcome = await exchange.withdraw(credentials, '', { ...order, extra })
    const sent = server.requests.slice(before).find(({ path }) => path.includes('withdraw/apply'))
    const questionnaire = new URLSearchParams(sent?.body).get('questionnaire')
    return { outcome, questionnaire: questionnaire === null ? null : JSON.parse(questionnaire) }
  }

  test('each entity gets its own questionnaire, of the user’s input and nothing else', async () => {
    const friend = { ...confirmed, recipientRelation: 'friend' }
    const company = { ...confirmed, recipientRelation: 'business', recipientFullName: 'Engines & Co' }
    const person = { isAddressOwner: 2, bnfType: 0 }
    const cases: [string, Record<string, string>, object][] = [
      ['EU', confirmed, { isAddressOwner: 1, sendTo: 1, declaration: true }],
      [
        'FR',
        friend,
        { ...person, bnfFirstName: 'Ada', bnfLastName: 'Lovelace', country: 'gb', sendTo: 1, declaration: true },
      ],
      [
        'PL',
        company,
        {
          isAddressOwner: 2,
          bnfType: 1,
          bnfCorpName: 'Engines & Co',
          bnfCorpCountry: 'gb',
          sendTo: 1,
          declaration: true,
        },
      ],
      ['ZA', friend, { ...person, bnfName: 'Ada Lovelace', country: 'gb', sendTo: 1, declaration: true }],
      ['IN', friend, { ...person, bnfName: 'Ada Lovelace', country: 'gb', sendTo: 1 }],
      ['AE', confirmed, { isAddressOwner: 1, sendTo: 1 }],
      ['BH', confirmed, { isAddressOwner: 1, sendTo: 1 }],
      ['AU', confirmed, { isAddressOwner: 1, sendTo: 1, declaration: true }],
    ]
    for (const [country, extra, expected] of cases) {
      const { outcome, questionnaire } = await declared(country, extra)
      assert.deepEqual(outcome, { kind: 'accepted', withdrawalId: 'tr:7' }, country)
      assert.deepEqual(questionnaire, expected, country)
    }
    for (const [country, extra] of [
      ['JP', confirmed],
      ['KZ', confirmed],
      ['AE', friend],
      ['BH', friend],
      ['AU', friend],
    ] as const) {
      const { outcome, questionnaire } = await declared(country, extra)
      assert.deepEqual([outcome, questionnaire], [{ kind: 'rejected', code: 'rejected' }, null], country)
    }
    const one = await declared('EU', { ...friend, recipientFullName: 'Ada' })
    assert.deepEqual(one.outcome, { kind: 'travelRuleRequired', field: 'recipientFullName' })
  })

  test('an institution goes by its entry in Binance’s list, and by its name where it has none', async () => {
    const to = async (destinationInstitution: string, country = 'EU') => {
      const extra = { ...confirmed, destinationKind: 'exchange', destinationInstitution }
      const { sendTo, vasp, vaspName } = (await declared(country, extra)).questionnaire
      return [sendTo, vasp, vaspName]
    }
    assert.deepEqual(await to('hashkeyglobal'), [2, 'hashkey', undefined])
    assert.deepEqual(await to('NVBH3Z'), [2, 'hashkey', undefined])
    assert.deepEqual(await to('Older'), [2, 'OLD1', undefined])
    assert.deepEqual(await to('binance', 'AE'), [2, 'BINANCE', undefined])
    assert.deepEqual(await to('Kraken'), [2, 'others', 'Kraken'])
    assert.deepEqual(await to('HashKeyGlobal', 'AE'), [2, 'others', 'HashKeyGlobal'])
  })

  test('an account without a local entity orders plainly, also with values; a response that does not accept is ambiguous', async () => {
    const plain = await declared('NIL', confirmed)
    assert.deepEqual(plain, { outcome: { kind: 'accepted', withdrawalId: 'plain' }, questionnaire: null })
    const undecided = await declared('EU', confirmed, { trId: 7, accpted: false, info: 'Please see our notice.' })
    assert.equal(undecided.outcome.kind, 'ambiguous')
    for (const [code, outcome] of [
      [-4104, { kind: 'travelRuleRequired' }],
      [-4106, { kind: 'rejected', code: 'address_invalid' }],
    ] as const) {
      const exchange = respondWith({ ...world, '/sapi/v1/capital/withdraw/apply': { code, msg: 'No.' } })
      assert.deepEqual(await exchange.withdraw(credentials, '', order), outcome)
    }
  })
})

describe('at the exchange', () => {
  let emulator: EmulatorExchange
  let lawful: Credentials
  before(async () => {
    emulator = await startEmulatorExchange('binance', binance)
    lawful = await emulator.credentialsOf('user_travel_rule')
  })
  after(() => emulator.close())

  const ownWallet = {
    ...{ recipientFullName: 'Ada Lovelace', recipientRelation: 'self', recipientCountry: 'FR' },
    ...{ recipientConfirmed: 'true', destinationKind: 'wallet' },
  }

  test('a transfer to another user of Binance succeeds without a transaction, which its timeline states', async () => {
    const fields = await emulator.credentialsOf('user_good')
    const engine = await startEngine(undefined, { exchange: emulator.exchange, clock: emulator.sandbox.clock, fields })
    for (const amount of ['31.02', '31.03', '31.04']) {
      const preview = await engine.preview(amount)
      await engine.execute(preview)
      await emulator.fault({ internalTransfer: true })
      engine.wait(60_000)
      await engine.poll()
      await emulator.fault({})
      const transfer = await engine.transferOf(preview)
      assert.deepEqual([transfer.state, transfer.hash], ['Succeeded', ''])
      const last = (await eventsOf(engine.deps.database.query, transfer.id)).at(-1)
      assert.deepEqual(last?.detail, { proof: 'exchange', inside: 'exchange' })
    }
    await engine.close()
  })

  test('a tag is percent-encoded before it is signed, and one on a network without tags is refused', async () => {
    const fields = await emulator.credentialsOf('user_networks')
    const lumens = {
      ...{ symbol: 'XLM', networkKey: 'stellar', addressTag: 'a:b', amount: Amount.parse('30.5') },
      address: 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
    }
    const tagged = await orderOf(emulator, fields, lumens)
    // The tag is read, and refused for what it is; unencoded, the signature would be.
    assert.deepEqual(await emulator.exchange.withdraw(fields, '', tagged), {
      kind: 'rejected',
      code: 'address_invalid',
    })
    const { requests } = (await emulator.sandbox.call('GET', '/console/emulators/binance/requests?kind=withdraw')).body
    assert.match(requests.at(-1).body, /addressTag=a%3Ab/)
    const untagged = await orderOf(emulator, fields, { addressTag: '7' })
    assert.deepEqual(await emulator.exchange.withdraw(fields, '', untagged), {
      kind: 'rejected',
      code: 'address_invalid',
    })
  })

  test('the quote of a local entity’s account states that the travel rule applies, and the order names the missing fields', async () => {
    const quote = await emulator.exchange.quote(lawful, '', order)
    assert.deepEqual([quote.requiredAction, quote.adapterState], [{ kind: 'travelRuleRequired' }, '0.04 EU'])
    const plain = await orderOf(emulator, lawful)
    const { made } = await emulator.counts()
    assert.deepEqual(await emulator.exchange.withdraw(lawful, '', plain), { kind: 'travelRuleRequired' })
    assert.equal((await emulator.counts()).made, made)
    assert.equal((await emulator.exchange.withdraw(lawful, '', { ...plain, extra: ownWallet })).kind, 'accepted')
    const usual = await emulator.exchange.quote(await emulator.credentialsOf('user_good'), '', order)
    assert.deepEqual([usual.requiredAction, usual.adapterState], [undefined, '0.04 NIL'])
  })

  test('an order with a questionnaire is found by its record, by our reference and in the list', async () => {
    const { exchange, sandbox } = emulator
    const begun = new Date(sandbox.clock.now - 60_000)
    for (const fault of [{}, { loseAnswer: true }]) {
      const made = { ...(await orderOf(emulator, lawful)), extra: ownWallet }
      await emulator.fault({ ...fault, scope: 'withdraw' })
      const outcome = await exchange.withdraw(lawful, '', made)
      await emulator.fault({})
      const found = await exchange.findWithdrawal(lawful, '', {
        ...made,
        clientReference: made.clientReference,
        since: begun,
      })
      assert.deepEqual([found?.clientReference, found?.amount.toString()], [made.clientReference, '25.5'])
      assert.match(found?.id ?? '', /^tr:\d+$/)
      if (outcome.kind === 'accepted') assert.equal(outcome.withdrawalId, found?.id)
      else assert.equal(outcome.kind, 'ambiguous')
      assert.equal((await exchange.getWithdrawal(lawful, '', found?.id ?? ''))?.id, found?.id)
      const listed = await exchange.listWithdrawals(lawful, '', begun)
      assert.equal(listed.filter(({ id }) => id === found?.id).length, 1)
    }
    assert.equal(await exchange.getWithdrawal(lawful, '', 'tr:12'), undefined)
  })

  test('absence proves nothing when the account was of a local entity and is none any more', async () => {
    const isIntact = async (login: string, adapterState: string) =>
      emulator.exchange.isFenceIntact?.(await emulator.credentialsOf(login), '', { adapterState })
    assert.equal(await isIntact('user_travel_rule', '0.04 EU'), true)
    assert.equal(await isIntact('user_good', '0.04 EU'), false)
    assert.equal(await isIntact('user_good', '0.04 NIL'), true)
    // The quote was made without Binance's response: nothing excludes a questionnaire.
    assert.equal(await isIntact('user_good', '0.04'), false)
    assert.equal(await isIntact('user_travel_rule', '0.04'), true)
  })
})
