// Runs every read of an adapter before and after a withdrawal, but not the withdrawal itself. Each step has one line of result.
import { randomUUID } from 'node:crypto'
import { Amount } from '../../server/contract/amount.ts'
import { errorSentence } from '../../server/contract/errors.ts'
import type { Exchange, ExchangeHolding, Quote } from '../../server/exchanges/exchange.ts'
import { ExchangeFailure } from '../../server/exchanges/exchange-failure.ts'
import type { Credentials, SignInResult } from '../../server/exchanges/sign-in.ts'
import type { OrderedBefore, Withdrawal } from '../../server/exchanges/withdrawal.ts'

export interface StepResult {
  step: string
  ok: boolean
  result: string
}

const historyDays = 30
/** Valid addresses for networks without an address in the history. No withdrawal is sent to them. */
const sampleAddresses: readonly [RegExp, string][] = [
  [/^(ethereum|base|arbitrum|optimism|polygon|bsc|avalanche)$/, '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'],
  [/^bitcoin$/, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  [/^solana$/, 'So11111111111111111111111111111111111111112'],
  [/^tron$/, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
]

export async function runLiveChecks(exchange: Exchange, entered: Credentials, now: Date): Promise<StepResult[]> {
  const steps: StepResult[] = []
  async function check<T>(step: string, read: () => Promise<T>, describe: (value: T) => string): Promise<T | null> {
    try {
      const value = await read()
      steps.push({ step, ok: true, result: describe(value) })
      return value
    } catch (error) {
      // The message of another error may contain a part of the request.
      const failure = error instanceof ExchangeFailure ? [error.kind, error.code].filter(Boolean).join(': ') : 'error'
      steps.push({ step, ok: false, result: `failed (${failure})` })
      return null
    }
  }

  const health = await check('health', () => exchange.health(), String)
  if (health === 'down') failLast(steps)
  await check('prices', () => exchange.prices(), countText('prices'))
  const credentials = await signInForChecks(exchange, entered, { steps, check })
  const holdings = (await check('holdings and routes', () => exchange.holdings(credentials, ''), holdingsText)) ?? []
  const since = new Date(now.getTime() - historyDays * 86_400_000)
  const read = () => exchange.listWithdrawals(credentials, '', since)
  const history = (await check(`history of ${historyDays} days`, read, historyText)) ?? []
  const [last] = history
  if (last !== undefined) {
    const again = () => exchange.getWithdrawal(credentials, '', last.id)
    await check('the newest withdrawal by its id', again, (found) => (found === undefined ? 'not found' : 'found'))
  }
  const order = orderOf(holdings, history)
  if (exchange.recovery.class !== 'match') {
    const terms = order ?? last ?? { symbol: 'USDC', networkKey: 'ethereum' }
    const { symbol } = terms
    const networkKey = terms.networkKey || 'ethereum'
    const find = () =>
      exchange.findWithdrawal(credentials, '', { symbol, networkKey, clientReference: randomUUID(), since })
    await check('a withdrawal by an unused reference', find, (found) =>
      found === undefined ? 'none' : 'one, not expected',
    )
  }
  if (order === undefined) {
    steps.push({ step: 'fees and saved addresses', ok: true, result: 'not checked: no holding has a route' })
  } else {
    const quote = () => exchange.quote(credentials, '', order)
    const quoteText = ({ requiredAction }: Quote) =>
      requiredAction === undefined ? 'quoted' : `quoted, ${requiredAction.kind}`
    const adapterState = (await check('fees', quote, quoteText))?.adapterState ?? ''
    const fence = () => exchange.isFenceIntact?.(credentials, '', { adapterState }) ?? Promise.resolve(null)
    await check('fence', fence, (intact) => (intact === null ? 'fixed' : intact ? 'intact' : 'open'))
    const waits = () => exchange.isWaitingForUser?.(credentials, '', order) ?? Promise.resolve(null)
    const describe = (waiting: boolean | null) => (waiting === null ? 'not read' : waiting ? 'not saved' : 'saved')
    await check('saved addresses', waits, describe)
  }
  return steps
}

type Check = <T>(step: string, read: () => Promise<T>, describe: (value: T) => string) => Promise<T | null>

/** A read-only key is refused with `missingExchangePermission` after its permissions were read. The checks continue with it. */
async function signInForChecks(
  exchange: Exchange,
  entered: Credentials,
  { steps, check }: { steps: StepResult[]; check: Check },
): Promise<Credentials> {
  if (exchange.signIn.scheme === 'oauth') {
    steps.push({ step: 'sign-in', ok: true, result: 'not checked: an access token was entered' })
    return entered
  }
  const redirect = { url: 'http://localhost/', state: '' }
  const result = await check(
    'sign-in',
    () => exchange.startSignIn(entered, redirect),
    (value) => (value.state === 'failed' ? refusalText(exchange, value) : value.state),
  )
  if (result?.state === 'connected') return result.credentials
  if (result?.state !== 'failed') return entered
  if (result.reason !== 'missingExchangePermission') {
    failLast(steps)
    return entered
  }
  return (await exchange.prepareCredentials?.(entered).catch(() => entered)) ?? entered
}

function failLast(steps: StepResult[]): void {
  Object.assign(steps.at(-1) ?? {}, { ok: false })
}

/** The error type and its message from the catalogue. No server addresses are configured here, so the message cannot name them. */
function refusalText({ name }: Exchange, { reason, ...data }: Extract<SignInResult, { state: 'failed' }>): string {
  const sentence = errorSentence(reason === 'keyAddressRefused' ? 'serverAddressRefused' : reason, { ...data, name })
  return `${reason}. ${sentence}`
}

function holdingsText(holdings: ExchangeHolding[]): string {
  const routes = holdings.flatMap((holding) => holding.routes)
  return `${holdings.length} holdings, ${routes.length} routes`
}

function historyText(history: Withdrawal[]): string {
  const states = [...new Set(history.map(({ state }) => state))].sort().join(', ')
  return history.length === 0 ? 'no withdrawals' : `${history.length} withdrawals (${states})`
}

function countText(what: string): (values: ReadonlyMap<string, unknown>) => string {
  return ({ size }) => `${size} ${what}`
}

/** The smallest order of the first holding with a usable route, to an address from the history if there is one. */
function orderOf(holdings: readonly ExchangeHolding[], history: readonly Withdrawal[]): OrderedBefore | undefined {
  const routes = holdings.flatMap(({ symbol, routes }) =>
    routes.filter(({ enabled }) => enabled).map((route) => ({ symbol, route })),
  )
  for (const { symbol, route } of routes) {
    const before = history.find(({ networkKey }) => networkKey === route.networkKey)
    const address = before?.address ?? sampleAddresses.find(([networks]) => networks.test(route.networkKey))?.[1]
    if (address === undefined) continue
    const amount = Amount.max(route.minimum, route.step)
    const addressTag = before?.addressTag ?? ''
    return { clientReference: randomUUID(), symbol, networkKey: route.networkKey, address, addressTag, amount }
  }
  return undefined
}
