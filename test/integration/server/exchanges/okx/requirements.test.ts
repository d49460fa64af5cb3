// Requirements of OKX before it sends, the declarations that follow, and its rejections.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refusedAmounts } from '../../../../../sandbox/exchange/emulators/okx/errors.ts'
import { Amount } from '../../../../../server/contract/amount.ts'
import type { ApiError } from '../../../../../server/contract/errors.ts'
import { okx } from '../../../../../server/exchanges/okx/okx.ts'
import { outcomes } from '../../../../../server/exchanges/okx/tables.ts'
import type { Credentials } from '../../../../../server/exchanges/sign-in.ts'
import { executeTransfer } from '../../../../../server/transfers/execute.ts'
import { type EmulatorExchange, orderOf, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { startEngine } from '../../../../support/engine.ts'

const recipient = {
  recipientFullName: 'Ada King Lovelace',
  recipientRelation: 'self',
  recipientCountry: 'GB',
  recipientConfirmed: 'true',
}
const receiver = { rcvrFirstName: 'Ada King', rcvrLastName: 'Lovelace', rcvrCountry: 'GB' }
const kraken = 'did:ethr:0x0000000000000000000000000000000000000101'
const institution = { kind: 'travelRuleRequired', field: 'destinationInstitution' }

let okxAt: EmulatorExchange
let credentials: Credentials
before(async () => {
  okxAt = await startEmulatorExchange('okx', okx)
  credentials = await okxAt.credentialsOf('user_good')
})
after(() => okxAt.close())

async function send(amount: string, extra: Record<string, string> = {}, by = credentials) {
  const earlier = await okxAt.counts()
  const order = await orderOf(okxAt, by, { amount: Amount.parse(amount), extra })
  const outcome = await okxAt.exchange.withdraw(by, '', order)
  const now = await okxAt.counts()
  return { outcome, ordered: now.ordered - earlier.ordered, made: now.made - earlier.made }
}

test('each rejection that comes before money moves ends the order, and nothing is made', async () => {
  for (const code of Object.keys(refusedAmounts)) {
    const { outcome, ordered, made } = await send(`20.${code}9`)
    assert.deepEqual([outcome, ordered, made], [{ kind: 'rejected', code: outcomes[code] }, 1, 0], code)
  }
})

test('an address is saved at the site of the account', async () => {
  const pages = { '': 'www.okx.com', eea: 'my.okx.com', us: 'app.okx.com' }
  for (const [site, host] of Object.entries(pages)) {
    await okxAt.changeKey('user_whitelist', { site })
    const { outcome, made } = await send('20.5', {}, await okxAt.credentialsOf('user_whitelist'))
    const url = `https://${host}/balance/withdrawal-address`
    assert.deepEqual([outcome, made], [{ kind: 'addressWhitelistRequired', url }, 0])
  }
})

describe('the recipient', () => {
  let lawful: Credentials
  before(async () => {
    lawful = await okxAt.credentialsOf('user_travel_rule')
  })
  /** With the newest order. */
  function declared(): unknown {
    const select = "select body from emulator_call where kind = 'withdraw' order by seq desc limit 1"
    const { body } = okxAt.sandbox.exchange.database.prepare<[], { body: string }>(select).get() ?? { body: '{}' }
    return JSON.parse(body).rcvrInfo
  }

  test('is not declared before OKX requires it', async () => {
    const { outcome, made } = await send('21.01', {}, lawful)
    assert.deepEqual([outcome, made, declared()], [{ kind: 'travelRuleRequired' }, 0, undefined])
    assert.equal((await send('21.02', recipient, lawful)).outcome.kind, 'travelRuleRequired')
    assert.equal(declared(), undefined)
  })

  test('has a private wallet where the user chose one', async () => {
    assert.equal((await send('21.03', { ...recipient, destinationKind: 'wallet' }, lawful)).made, 1)
    assert.deepEqual(declared(), { walletType: 'private', ...receiver })
  })

  test('is at the exchange that the user named, by the id of OKX’s list, or at an unlisted one', async () => {
    const cases = [
      ['kraken', kraken],
      [kraken, kraken],
      ['Northwind Exchange', '0'],
    ] as const
    for (const [n, [destinationInstitution, exchId]] of cases.entries()) {
      const extra = { ...recipient, destinationKind: 'exchange', destinationInstitution }
      assert.equal((await send(`22.0${n + 1}`, extra, lawful)).outcome.kind, 'accepted', destinationInstitution)
      assert.deepEqual(declared(), { walletType: 'exchange', exchId, ...receiver })
    }
  })

  test('is required again where the name may be several entries of the list, and nothing is ordered', async () => {
    for (const destinationInstitution of ['Bit One', 'Binance US', 'Krak', '-']) {
      const extra = { ...recipient, destinationKind: 'exchange', destinationInstitution }
      const { outcome, ordered } = await send('23.01', extra, lawful)
      assert.deepEqual([outcome, ordered], [institution, 0], destinationInstitution)
    }
  })

  test('that is a business has one name', async () => {
    const extra = { ...recipient, recipientFullName: 'Northwind Traders Ltd', recipientRelation: 'business' }
    assert.equal((await send('24.01', { ...extra, destinationKind: 'wallet' }, lawful)).made, 1)
    const names = { rcvrFirstName: 'Northwind Traders Ltd', rcvrLastName: 'N/A', rcvrCountry: 'GB' }
    assert.deepEqual(declared(), { walletType: 'private', ...names })
  })
})

test('a transfer waits for the recipient, names the field that is wrong, and is sent once with the user’s input', async () => {
  const fields = await okxAt.credentialsOf('user_travel_rule')
  const engine = await startEngine(undefined, { exchange: okxAt.exchange, clock: okxAt.sandbox.clock, fields })
  const preview = await engine.preview('26.03')
  const execute = (extra: Record<string, string>) =>
    executeTransfer(engine.deps, {
      ...{ clientId: engine.clientId, accountId: engine.accountId, sessionId: null, linkId: null, transactionId: null },
      ...{ previewId: preview.id, mfaCode: null, extra },
    })
  const { made } = await okxAt.counts()
  assert.equal((await execute({})).outcome, 'travelRuleRequired')
  const toExchange = { ...recipient, destinationKind: 'exchange' }
  const lacksName = ({ type, data }: ApiError) => type === 'extraInvalid' && data.field === 'destinationInstitution'
  await assert.rejects(execute(toExchange), lacksName)
  const unclear = await execute({ ...toExchange, destinationInstitution: 'Bit One' })
  assert.deepEqual('error' in unclear && [unclear.error.type, unclear.error.data.field], [
    'travelRuleRequired',
    'destinationInstitution',
  ])
  const done = await execute({ ...toExchange, destinationInstitution: 'Kraken' })
  const transfer = await engine.transferOf(preview)
  await engine.close()
  assert.deepEqual([done.outcome, transfer.state], ['ordered', 'Submitted'])
  assert.equal((await okxAt.counts()).made, made + 1)
})
