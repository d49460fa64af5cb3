// Exchanges as the rest of the server uses them: behind a circuit breaker, with cached health, and with a metric for every call.
// Calls that determine the outcome of a transfer always reach the exchange: withdrawals, and the polls that follow them. So does the
// completion of a redirect, whose code works once. `prepareCredentials` has neither: only scripts call it, outside this wrapper.

import { type CachedHealthSettings, cachedHealth } from './cached-health.ts'
import { type Circuit, type CircuitSettings, circuit } from './circuit.ts'
import type { Exchange } from './exchange.ts'
import { ExchangeFailure } from './exchange-failure.ts'
import { type ExchangeRegistry, registryOf } from './registry.ts'

interface ExchangeCall {
  exchange: string
  call: string
  /** `ok`, the kind of a failure, or the kind of a withdrawal's outcome. */
  outcome: string
  seconds: number
}

interface InstrumentSettings {
  now(): Date
  /** Called after each call. */
  onCall?(call: ExchangeCall): void
  /** Runs each call, for example in a span of a trace. */
  runCall?<T>(call: Pick<ExchangeCall, 'exchange' | 'call'>, work: () => Promise<T>): Promise<T>
  circuit?: Partial<CircuitSettings>
  health?: Partial<CachedHealthSettings>
}

export interface InstrumentedExchanges extends ExchangeRegistry {
  /** Types of the exchanges whose circuit is open. */
  openCircuits(): string[]
  /** Probes exchanges whose circuit is open and whose pause is over, for at most a second. Without calls, nothing else closes them. */
  probeCircuits(): Promise<void>
}

export function instrumentedExchanges(registry: ExchangeRegistry, settings: InstrumentSettings): InstrumentedExchanges {
  const circuits = new Map<string, Circuit>()
  const exchanges = registry.all.map((exchange) => {
    const probe = async () => (await exchange.health()) !== 'down'
    const breaker = circuit({ probe, now: settings.now, ...settings.circuit })
    circuits.set(exchange.type, breaker)
    return withCircuitBreaker(exchange, breaker, settings)
  })
  return {
    ...registryOf(exchanges),
    openCircuits: () => [...circuits].filter(([, { isOpen }]) => isOpen()).map(([type]) => type),
    probeCircuits: async () => void (await Promise.all([...circuits.values()].map(({ probeIfDue }) => probeIfDue()))),
  }
}

function withCircuitBreaker(
  exchange: Exchange,
  { run, watch }: Circuit,
  { now, onCall, runCall = (_, work) => work(), health }: InstrumentSettings,
): Exchange {
  const { type, checkSignIn, finishRedirect, isWaitingForUser, resendForOrder, isFenceIntact } = exchange
  async function counted<T>(
    call: string,
    work: () => Promise<T>,
    outcome: (result: T) => string = () => 'ok',
  ): Promise<T> {
    const startedAt = performance.now()
    const ended = (outcome: string) =>
      onCall?.({ exchange: type, call, outcome, seconds: (performance.now() - startedAt) / 1_000 })
    try {
      const result = await runCall({ exchange: type, call }, work)
      ended(outcome(result))
      return result
    } catch (error) {
      ended(error instanceof ExchangeFailure ? error.kind : 'defect')
      throw error
    }
  }
  /** Fails at once while the circuit is open: nothing was executed. */
  const guarded = <T>(call: string, work: () => Promise<T>) => counted(call, () => run(work))
  /** Reaches the exchange even while the circuit is open. */
  const open = <T>(call: string, work: () => Promise<T>) => counted(call, () => watch(work))
  const cached = cachedHealth(
    () =>
      counted(
        'health',
        () => exchange.health(),
        (checked) => checked,
      ),
    { now, ...health },
  )
  return {
    ...exchange,
    startSignIn: (...args) => guarded('startSignIn', () => exchange.startSignIn(...args)),
    submitCode: (...args) => guarded('submitCode', () => exchange.submitCode(...args)),
    resendCode: (...args) => guarded('resendCode', () => exchange.resendCode(...args)),
    ...(checkSignIn && {
      checkSignIn: (...args: Parameters<typeof checkSignIn>) => guarded('checkSignIn', () => checkSignIn(...args)),
    }),
    ...(finishRedirect && {
      finishRedirect: (...args: Parameters<typeof finishRedirect>) =>
        open('finishRedirect', () => finishRedirect(...args)),
    }),
    ...(isWaitingForUser && {
      isWaitingForUser: (...args: Parameters<typeof isWaitingForUser>) =>
        guarded('isWaitingForUser', () => isWaitingForUser(...args)),
    }),
    ...(resendForOrder && {
      resendForOrder: (...args: Parameters<typeof resendForOrder>) =>
        guarded('resendForOrder', () => resendForOrder(...args)),
    }),
    holdings: (...args) => guarded('holdings', () => exchange.holdings(...args)),
    quote: (...args) => guarded('quote', () => exchange.quote(...args)),
    prices: (...args) => guarded('prices', () => exchange.prices(...args)),
    // Polls of a transfer also renew the credentials.
    renew: (...args) => open('renew', () => exchange.renew(...args)),
    getWithdrawal: (...args) => open('getWithdrawal', () => exchange.getWithdrawal(...args)),
    findWithdrawal: (...args) => open('findWithdrawal', () => exchange.findWithdrawal(...args)),
    listWithdrawals: (...args) => open('listWithdrawals', () => exchange.listWithdrawals(...args)),
    ...(isFenceIntact && {
      isFenceIntact: (...args: Parameters<typeof isFenceIntact>) => open('isFenceIntact', () => isFenceIntact(...args)),
    }),
    // A withdrawal never throws. Its outcome does not open or close the circuit.
    withdraw: (...args) =>
      counted(
        'withdraw',
        () => exchange.withdraw(...args),
        ({ kind }) => kind,
      ),
    health: cached,
  }
}
