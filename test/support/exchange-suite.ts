// The contract tests of every adapter, against an exchange with its wire format: sign-in, holdings and their routes, one withdrawal,
// and every fault that an order can meet.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Amount } from '../../server/contract/amount.ts'
import { readAdapterState } from '../../server/exchanges/kit/exchange-amounts.ts'
import type { Credentials } from '../../server/exchanges/sign-in.ts'
import type { Withdrawal, WithdrawalOrder } from '../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { matchWithdrawal } from '../../server/transfers/fingerprint.ts'
import type { TransferTerms } from '../../server/transfers/terms.ts'
import { withdrawalOptions } from '../../server/transfers/withdrawal-options.ts'
import { type EmulatorExchange, orderOf, usualTerms } from './emulator-exchange.ts'
import { address } from './test-exchange.ts'

/** The order was executed, and the response does not show it. */
export const committedFaults = [
  'loseAnswer',
  'hangAfter',
  'error500After',
  'error502After',
  'error504After',
  'empty400After',
  'halfAnswer',
  'truncatedAnswer',
  'unknownCodeAfter',
  'internalErrorAfter',
  'hugeAnswer',
  'wrongTypedAnswer',
]
/** The order was not executed, and the response does not prove it. */
export const ambiguousFaults = [
  'error500Before',
  'busy',
  'maintenance',
  'internalErrorBefore',
  'unknownCodeBefore',
  'hang',
]
/** The order was not executed, and most exchanges prove it; none may report it as executed. */
export const refusedFaults = [
  'down',
  'rateLimited',
  'banned',
  'nonceWrong',
  'clockWrong',
  'keyRevoked',
  'signatureWrong',
  'permissionMissing',
  'addressNotSaved',
  'networkSuspended',
  'insufficientFunds',
  'withdrawalHold',
  'verificationRequired',
  'recipientRequired',
  'codeRequired',
]
/** The order was executed, and the listing describes another order. */
export const listingFaults = [
  'unknownStatus',
  'foreignAnswer',
  'foreignNetwork',
  'mutatedAmounts',
  'mutatedAddresses',
  'listedAsPending',
  'duplicatedEntries',
]

const steps = ['mfaRequired', 'addressWhitelistRequired', 'travelRuleRequired', 'emailConfirmationRequired']

/** `has` returns whether the emulator can cause a fault. */
export function exchangeSuite(
  start: () => Promise<EmulatorExchange>,
  has: (fault: string) => boolean = () => true,
): void {
  let subject: EmulatorExchange
  let credentials: Credentials
  before(async () => {
    subject = await start()
    credentials = await signIn('user_good')
    await save('user_good')
  })
  after(async () => {
    assert.deepEqual(subject.sandbox.exchange.ledger.check(), [])
    await subject.close()
  })

  const save = (login: string) =>
    subject.sandbox.call('POST', '/console/addresses', {
      login,
      label: 'my own, saved & safe',
      network: 'base',
      address,
    })

  async function signIn(login: string): Promise<Credentials> {
    const fields = await subject.credentialsOf(login)
    if (subject.exchange.signIn.scheme === 'oauth') return fields
    const result = await subject.exchange.startSignIn(fields, { url: 'http://localhost/back', state: 's' })
    assert.equal(result.state, 'connected')
    return result.state === 'connected' ? result.credentials : {}
  }

  /** Every withdrawal that the adapter finds for an order. */
  async function findOrder(order: WithdrawalOrder): Promise<Withdrawal[]> {
    const since = new Date(subject.sandbox.clock.now - 60_000)
    if (subject.exchange.recovery.class === 'match') {
      const listed = await subject.exchange.listWithdrawals(credentials, '', since)
      return [...new Map(listed.map((entry) => [entry.id, entry])).values()].filter((entry) =>
        isAsOrdered(entry, order),
      )
    }
    const found = await subject.exchange.findWithdrawal(credentials, '', {
      ...order,
      clientReference: order.clientReference,
      since,
    })
    return found === undefined ? [] : [found]
  }

  // Each order has a different amount, which identifies it if the exchange returns no reference.
  let cents = 0
  const fresh = () => orderOf(subject, credentials, { amount: usualTerms.amount.add(amountOf(++cents)) })
  const amountOf = (n: number) =>
    usualTerms.amount.subtract(usualTerms.amount).add(Amount.parse(`0.0${String(n).padStart(3, '0')}`))

  async function chargedFor({ amount }: WithdrawalOrder): Promise<Amount> {
    const { withdrawals } = (await subject.sandbox.call('GET', '/console/withdrawals')).body
    const made = withdrawals.find((each: { amount: string }) => Amount.parse(each.amount).equals(amount))
    return Amount.parse(made.fee).add(Amount.parse(made.exchangeFee))
  }

  async function withFault(
    name: string,
    scope: string,
  ): Promise<{ order: WithdrawalOrder; kind: string; made: number; ordered: number }> {
    const order = await fresh()
    const before = await subject.counts()
    await subject.fault({ [name]: true, scope })
    const outcome = await subject.exchange.withdraw(credentials, '', order)
    await subject.fault({})
    const now = await subject.counts()
    return { order, kind: outcome.kind, made: now.made - before.made, ordered: now.ordered - before.ordered }
  }

  describe('connecting', () => {
    test('a sign-in that may withdraw connects, with an account that names its owner', async () => {
      assert.ok(Object.keys(credentials).length > 0)
    })
  })

  test('holdings are returned to the last digit, with routes that our catalogue has', async () => {
    const catalogue = networkCatalogue('sandbox')
    const holdings = await subject.exchange.holdings(credentials, '')
    const usdc = holdings.find(({ symbol }) => symbol === 'USDC')
    assert.equal(usdc?.available.toString(), '20000.5')
    for (const holding of holdings) {
      assert.equal(withdrawalOptions(catalogue, holding).length, holding.routes.length, holding.symbol)
      for (const route of holding.routes) {
        assert.ok(subject.exchange.networkKeys.includes(route.networkKey))
        assert.ok(route.step.isPositive)
        assert.ok(!route.minimum.isLessThan(Amount.zero))
      }
    }
    assert.deepEqual(usdc?.routes.map(({ networkKey }) => networkKey).sort(), ['base', 'ethereum'])
    // An asset that no network of the catalogue supports.
    assert.deepEqual(holdings.find(({ symbol }) => symbol === 'XMR')?.routes, [])
    const prices = await subject.exchange.prices()
    assert.equal(prices.get('ETH')?.toString(), '3100.25')
    assert.equal(prices.get('NOPRICE'), undefined)
    assert.equal(await subject.exchange.health(), 'up')
  })

  test('a withdrawal is made once, as it was ordered, and found by its id and again by its order', async () => {
    const before = await subject.counts()
    const order = await fresh()
    const outcome = await subject.exchange.withdraw(credentials, '', order)
    assert.equal(outcome.kind, 'accepted')
    const id = outcome.kind === 'accepted' ? outcome.withdrawalId : ''
    const withdrawal = await subject.exchange.getWithdrawal(credentials, '', id)
    assert.ok(withdrawal !== undefined && isAsOrdered(withdrawal, order))
    assert.deepEqual(
      (await findOrder(order)).map((entry) => entry.id),
      [id],
    )
    assert.deepEqual(await subject.counts(), { ordered: before.ordered + 1, made: before.made + 1 })
    const quote = await subject.exchange.quote(credentials, '', order)
    const isAsQuoted = (await chargedFor(order)).equals(quote.networkFee.add(quote.exchangeFee))
    assert.ok(isAsQuoted || quote.feeIsEstimate === true, 'the fee was neither quoted nor marked as an estimate')
    assert.equal(await subject.exchange.getWithdrawal(credentials, '', `${id.slice(0, -2)}zz`), undefined)
  })

  for (const fault of committedFaults.filter(has)) {
    test(`${fault}: an executed order is never reported as refused, and is found`, async () => {
      const { order, kind, made, ordered } = await withFault(fault, 'withdraw')
      assert.deepEqual({ made, ordered }, { made: 1, ordered: 1 })
      assert.ok(kind === 'ambiguous' || kind === 'accepted', kind)
      const found = await findOrder(order)
      assert.equal(found.length, 1)
      assert.ok(found.every((entry) => isAsOrdered(entry, order)))
    })
  }

  for (const fault of ambiguousFaults.filter(has)) {
    test(`${fault}: an order without proof of a rejection is ambiguous, and is not found`, async () => {
      const { order, kind, made, ordered } = await withFault(fault, 'withdraw')
      assert.deepEqual({ made, ordered }, { made: 0, ordered: 1 })
      assert.equal(kind, 'ambiguous')
      assert.deepEqual(await findOrder(order), [])
    })
  }

  for (const fault of refusedFaults.filter(has)) {
    test(`${fault}: an order that was not executed is never reported as executed`, async () => {
      const { order, kind, made, ordered } = await withFault(fault, 'withdraw')
      assert.equal(made, 0)
      assert.ok(ordered <= 1)
      assert.ok(kind === 'rejected' || kind === 'ambiguous' || steps.includes(kind), kind)
      assert.deepEqual(await findOrder(order), [])
    })
  }

  for (const fault of listingFaults.filter(has)) {
    test(`${fault}: the listing entry of another order is not matched, and our own is found again`, async () => {
      const { order, kind, made, ordered } = await withFault(fault, 'all')
      assert.deepEqual({ made, ordered }, { made: 1, ordered: 1 })
      assert.ok(kind === 'ambiguous' || kind === 'accepted', kind)
      await subject.fault({ [fault]: true, scope: 'list' })
      const found = await findOrder(order).catch(() => [])
      await subject.fault({})
      for (const entry of found) {
        const isOurs = isAsOrdered(entry, order)
        const isChanged = ['foreignNetwork', 'mutatedAmounts', 'mutatedAddresses'].includes(fault)
        assert.equal(isOurs, !isChanged, fault)
        assert.notEqual(entry.state, 'failed')
      }
      assert.equal((await findOrder(order)).length, 1)
    })
  }

  test('a listing that fails is reported as a failure', async () => {
    const order = await fresh()
    for (const fault of ['error500Before', 'down', 'busy', 'rateLimited', 'unknownCodeBefore', 'hang'].filter(has)) {
      await subject.fault({ [fault]: true, scope: 'list' })
      await assert.rejects(findOrder(order), { name: 'ExchangeFailure' }, fault)
    }
    await subject.fault({})
  })
}

function isAsOrdered(entry: Withdrawal, order: WithdrawalOrder): boolean {
  const { symbol, networkKey, address, addressTag, amount, adapterState } = order
  // If the fee is deducted from the order, the quote's adapter state contains it.
  const networkFee = readAdapterState(adapterState)?.fee ?? Amount.zero
  const terms = { symbol, networkKey, toAddress: address, addressTag, amount, networkFee, exchangeFee: Amount.zero }
  return matchWithdrawal(entry, terms as TransferTerms, networkCatalogue('sandbox')) === 'equal'
}
