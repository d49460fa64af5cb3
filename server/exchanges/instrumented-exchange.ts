// Exchanges as the rest of the server uses them: behind a circuit, with their health known, and every call told to who counts.
// Nothing here stands in the way of learning the outcome of a transfer: withdrawals, and the look-ups that follow them, always
// reach the exchange.

import { type CachedHealthSettings, cachedHealth } from './cached-health.ts'
import { type Circuit, type CircuitSettings, circuit } from './circuit.ts'
import { type Exchange, ExchangeFailure } from './exchange.ts'
import { type ExchangeRegistry, registryOf } from './registry.ts'

export interface InstrumentSettings {
  now(): Date
  /** Once for each call, with `ok`, the kind of its failure, or the kind of a withdrawal's outcome. */
  tell?(exchangeType: string, call: string, outcome: string): void
  circuit?: Partial<CircuitSettings>
  health?: Partial<CachedHealthSettings>
}

export interface InstrumentedExchanges extends ExchangeRegistry {
  /** Types of the exchanges that are not to be reached now. */
  openCircuits(): string[]
}

export function instrumentedExchanges(registry: ExchangeRegistry, settings: InstrumentSettings): InstrumentedExchanges {
  const circuits = new Map<string, Circuit>()
  const exchanges = registry.all.map((exchange) => {
    const probe = async () => (await exchange.health()) !== 'down'
    const own = circuit({ probe, now: settings.now, ...settings.circuit })
    circuits.set(exchange.type, own)
    return watched(exchange, own, settings)
  })
  return {
    ...registryOf(exchanges),
    openCircuits: () => [...circuits].filter(([, { isOpen }]) => isOpen()).map(([type]) => type),
  }
}

function watched(exchange: Exchange, { run, watch }: Circuit, { now, tell, health }: InstrumentSettings): Exchange {
  const { type, checkSignIn, isWaitingForUser, resendForOrder, isFenceIntact } = exchange
  async function told<T>(
    call: string,
    work: () => Promise<T>,
    outcome: (result: T) => string = () => 'ok',
  ): Promise<T> {
    try {
      const result = await work()
      tell?.(type, call, outcome(result))
      return result
    } catch (error) {
      tell?.(type, call, error instanceof ExchangeFailure ? error.kind : 'defect')
      throw error
    }
  }
  /** Held back while the exchange is not to be reached: nothing was executed. */
  const guarded = <T>(call: string, work: () => Promise<T>) => told(call, () => run(work))
  /** Never held back. */
  const open = <T>(call: string, work: () => Promise<T>) => told(call, () => watch(work))
  const known = cachedHealth(
    () =>
      told(
        'health',
        () => exchange.health(),
        (answer) => answer,
      ),
    { now, ...health },
  )
  return {
    ...exchange,
    startSignIn: (...given) => guarded('startSignIn', () => exchange.startSignIn(...given)),
    answerCode: (...given) => guarded('answerCode', () => exchange.answerCode(...given)),
    resendCode: (...given) => guarded('resendCode', () => exchange.resendCode(...given)),
    ...(checkSignIn && {
      checkSignIn: (...given: Parameters<typeof checkSignIn>) => guarded('checkSignIn', () => checkSignIn(...given)),
    }),
    ...(isWaitingForUser && {
      isWaitingForUser: (...given: Parameters<typeof isWaitingForUser>) =>
        guarded('isWaitingForUser', () => isWaitingForUser(...given)),
    }),
    ...(resendForOrder && {
      resendForOrder: (...given: Parameters<typeof resendForOrder>) =>
        guarded('resendForOrder', () => resendForOrder(...given)),
    }),
    holdings: (...given) => guarded('holdings', () => exchange.holdings(...given)),
    quote: (...given) => guarded('quote', () => exchange.quote(...given)),
    prices: (...given) => guarded('prices', () => exchange.prices(...given)),
    // Also renewed for a look-up that follows a transfer.
    renew: (...given) => open('renew', () => exchange.renew(...given)),
    getWithdrawal: (...given) => open('getWithdrawal', () => exchange.getWithdrawal(...given)),
    findWithdrawal: (...given) => open('findWithdrawal', () => exchange.findWithdrawal(...given)),
    listWithdrawals: (...given) => open('listWithdrawals', () => exchange.listWithdrawals(...given)),
    ...(isFenceIntact && {
      isFenceIntact: (...given: Parameters<typeof isFenceIntact>) =>
        open('isFenceIntact', () => isFenceIntact(...given)),
    }),
    // Its outcome is told by value, and judged by nobody here.
    withdraw: (...given) =>
      told(
        'withdraw',
        () => exchange.withdraw(...given),
        ({ kind }) => kind,
      ),
    health: known,
  }
}
