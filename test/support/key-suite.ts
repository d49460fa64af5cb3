// The tests of every adapter that signs in with a key, in addition to the contract suite: which keys it refuses and why, which
// actions it requires, and that no user is charged more than the preview showed.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { Amount } from '../../server/contract/amount.ts'
import type { Credentials, SignInResult } from '../../server/exchanges/sign-in.ts'
import type { WithdrawalOrder } from '../../server/exchanges/withdrawal.ts'
import { type EmulatorExchange, orderOf } from './emulator-exchange.ts'
import { address } from './test-exchange.ts'

const tagged = { symbol: 'XRP', networkKey: 'xrp', address: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', addressTag: '4294967' }

export function keySuite(start: () => Promise<EmulatorExchange>): void {
  let subject: EmulatorExchange
  before(async () => {
    subject = await start()
  })
  afterEach(() => {
    return subject.changeKey('user_good', { addresses: [], isSubAccount: false, site: '' })
  })
  after(() => subject.close())

  const signIn = async (credentials: Credentials): Promise<SignInResult> =>
    subject.exchange.startSignIn(credentials, { url: 'http://localhost/back', state: 's' })
  const refusedWith = async (credentials: Credentials, reason: string) => {
    const result = await signIn(credentials)
    assert.deepEqual(result, { state: 'failed', reason })
  }

  /** The stored credentials of a sign-in. */
  async function stored(login: string): Promise<Credentials> {
    const result = await signIn(await subject.credentialsOf(login))
    if (result.state !== 'connected') throw new Error(`${login}: ${JSON.stringify(result)}`)
    return result.credentials
  }

  /** The outcome of an order of this login, and the number of its withdrawals. */
  async function send(login: string, changed: Partial<WithdrawalOrder> = {}) {
    const credentials = await stored(login)
    const order = await orderOf(subject, credentials, changed)
    const before = await subject.counts()
    const outcome = await subject.exchange.withdraw(credentials, '', order)
    const now = await subject.counts()
    return { outcome, order, credentials, made: now.made - before.made, ordered: now.ordered - before.ordered }
  }

  test('a key that may withdraw connects its account, and another key of the same user the same account', async () => {
    const result = await signIn(await subject.credentialsOf('user_good'))
    assert.equal(result.state, 'connected')
    const [account] = result.state === 'connected' ? result.accounts : []
    assert.ok((account?.externalId ?? '').length > 0)
    assert.ok(result.state === 'connected' && result.renewable)
  })

  test('a key that may not withdraw is refused with that reason', async () => {
    await refusedWith(await subject.credentialsOf('user_readonly'), 'missingExchangePermission')
  })

  test('a key of a sub-account, from which nothing may leave, is refused with that reason', async () => {
    await subject.changeKey('user_good', { isSubAccount: true })
    await refusedWith(await subject.credentialsOf('user_good'), 'missingExchangePermission')
  })

  test('a key, a secret or a passphrase that is wrong is refused as such', async () => {
    const right = await subject.credentialsOf('user_good')
    const hasSites = siteField() !== undefined
    for (const name of Object.keys(right)) {
      const value = right[name] ?? ''
      const result = await signIn({ ...right, [name]: `${value.slice(0, -1)}${value.endsWith('0') ? 1 : 0}` })
      const reason = name === 'apiKey' && hasSites ? 'keyNotFoundAtSite' : 'signInRejected'
      assert.ok(result.state === 'failed' && result.reason === reason, `${name}: ${JSON.stringify(result)}`)
    }
  })

  const siteField = () => subject.exchange.signIn.fields.find(({ name }) => name === 'site')

  test('a key of another site is refused by the name of the chosen site, and works at its own in every call', async () => {
    const field = siteField()
    if (field === undefined) return
    for (const { value } of field.options ?? []) {
      if (value === field.defaultValue) continue
      await subject.changeKey('user_good', { site: value })
      const credentials = await subject.credentialsOf('user_good')
      const elsewhere = await signIn({ ...credentials, site: field.defaultValue ?? '' })
      assert.deepEqual(elsewhere, { state: 'failed', reason: 'keyNotFoundAtSite', site: field.options?.[0]?.label })
      const result = await signIn(credentials)
      assert.ok(result.state === 'connected' && result.credentials.site === value, JSON.stringify(result))
      const { outcome, made } = await send('user_good', { amount: Amount.parse('26.5') })
      assert.deepEqual([outcome.kind, made], ['accepted', 1], value)
      const id = outcome.kind === 'accepted' ? outcome.withdrawalId : ''
      assert.equal((await subject.exchange.getWithdrawal(result.credentials, '', id))?.id, id)
      assert.ok((await subject.exchange.holdings(result.credentials, '')).length > 0)
    }
  })

  test('an account that was stored before there were sites works at the default site', async () => {
    const { site: _, ...before } = await stored('user_good')
    assert.ok((await subject.exchange.holdings(before, '')).length > 0)
  })

  test('an account whose stored site no longer exists has to sign in again, and orders nothing', async () => {
    if (siteField() === undefined) return
    const credentials = { ...(await stored('user_good')), site: 'closed' }
    await assert.rejects(subject.exchange.holdings(credentials, ''), { kind: 'signInEnded' })
    const order = await orderOf(subject, await stored('user_good'))
    const before = await subject.counts()
    assert.equal((await subject.exchange.withdraw(credentials, '', order)).kind, 'notSent')
    assert.deepEqual(await subject.counts(), before)
  })

  test('a key that is bound to other addresses is refused with that reason', async () => {
    await subject.changeKey('user_good', { addresses: ['203.0.113.7'] })
    await refusedWith(await subject.credentialsOf('user_good'), 'keyAddressRefused')
  })

  test('an unreachable exchange refuses no key', async () => {
    const credentials = await subject.credentialsOf('user_good')
    for (const fault of ['down', 'busy', 'maintenance', 'error500Before', 'rateLimited', 'clockWrong']) {
      await subject.fault({ [fault]: true })
      await assert.rejects(signIn(credentials), { name: 'ExchangeFailure' }, fault)
    }
    await subject.fault({})
  })

  test('an address that is not saved has to be saved first, and the same order goes through then', async () => {
    const { outcome, order, credentials, made } = await send('user_whitelist')
    assert.equal(outcome.kind, 'addressWhitelistRequired')
    assert.ok(outcome.kind === 'addressWhitelistRequired' && URL.canParse(outcome.url))
    assert.equal(made, 0)
    const saved = { login: 'user_whitelist', label: 'mine', network: 'base', address }
    await subject.sandbox.call('POST', '/console/addresses', saved)
    assert.equal((await subject.exchange.withdraw(credentials, '', order)).kind, 'accepted')
  })

  test('the recipient is required where the adapter can send it, and the same order then goes through', async () => {
    const { outcome, order, credentials, made } = await send('user_travel_rule')
    assert.equal(made, 0)
    if (subject.exchange.extraFields === undefined) {
      assert.equal(outcome.kind, 'rejected')
      return
    }
    assert.deepEqual(outcome, { kind: 'travelRuleRequired' })
    const extra = {
      destinationKind: 'wallet',
      recipientFullName: 'Ada "Countess" Lovelace',
      recipientRelation: 'self',
      recipientCountry: 'GB',
      recipientConfirmed: 'true',
      transactionPurpose: 'Savings for a house of my own',
    }
    assert.equal((await subject.exchange.withdraw(credentials, '', { ...order, extra })).kind, 'accepted')
  })

  test('a hold is returned as a hold, or as locked withdrawals where the exchange has no code for it', async () => {
    const { outcome, made } = await send('user_hold')
    const code = outcome.kind === 'rejected' ? outcome.code : outcome.kind
    assert.ok(['withdrawal_hold', 'withdrawals_locked'].includes(code), code)
    assert.equal(made, 0)
  })

  test('a fee that has risen since it was shown stops the order before it leaves', async () => {
    const { outcome, ordered } = await send('user_good', { adapterState: '0.001' })
    assert.deepEqual([outcome, ordered], [{ kind: 'rejected', code: 'quote_expired' }, 0])
    const nothing = await send('user_good', { adapterState: 'odd' })
    assert.deepEqual([nothing.outcome, nothing.ordered], [{ kind: 'rejected', code: 'quote_expired' }, 0])
  })

  test('an order whose time is over does not leave', async () => {
    const late = new Date(subject.sandbox.clock.now - 1)
    const { outcome, ordered } = await send('user_good', { validUntil: late })
    assert.deepEqual([outcome, ordered], [{ kind: 'notSent' }, 0])
  })

  test('a tag arrives with its address, and is returned with the withdrawal', async () => {
    const { outcome, credentials } = await send('user_networks', { ...tagged, amount: Amount.parse('30.5') })
    assert.equal(outcome.kind, 'accepted')
    const id = outcome.kind === 'accepted' ? outcome.withdrawalId : ''
    const withdrawal = await subject.exchange.getWithdrawal(credentials, '', id)
    assert.deepEqual(
      [withdrawal?.address, withdrawal?.addressTag, withdrawal?.networkKey, withdrawal?.amount.toString()],
      [tagged.address, tagged.addressTag, 'xrp', '30.5'],
    )
  })

  test('the ordered amount arrives, and the quoted fee is charged on top', async () => {
    const { outcome, order, credentials } = await send('user_good', { amount: Amount.parse('71.25') })
    assert.equal(outcome.kind, 'accepted')
    const { withdrawals } = (await subject.sandbox.call('GET', '/console/withdrawals')).body
    const made = withdrawals.find((each: { amount: string }) => each.amount === '71.25')
    const { networkFee, exchangeFee } = await subject.exchange.quote(credentials, '', order)
    assert.equal(made?.networkFee ?? made?.fee, networkFee.add(exchangeFee).toString())
  })
}
