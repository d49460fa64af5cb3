// The table of supported exchanges, generated from the adapters.
import * as binance from '../../server/exchanges/binance/tables.ts'
import * as bitget from '../../server/exchanges/bitget/tables.ts'
import * as bybit from '../../server/exchanges/bybit/tables.ts'
import * as coinbase from '../../server/exchanges/coinbase/tables.ts'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import * as gateIo from '../../server/exchanges/gate-io/tables.ts'
import type { OutcomeTable } from '../../server/exchanges/kit/code-tables.ts'
import * as kraken from '../../server/exchanges/kraken/tables.ts'
import * as kuCoin from '../../server/exchanges/ku-coin/tables.ts'
import * as okx from '../../server/exchanges/okx/tables.ts'
import type { RecoveryPolicy } from '../../server/exchanges/recovery-policy.ts'
import { exchangeRegistry } from '../../server/exchanges/registry.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { pollIntervalMs } from '../../server/transfers/reconcile.ts'

const signIns: Record<Exchange['signIn']['scheme'], string> = {
  credentials: 'user name and password',
  apiKey: 'API key',
  oauth: 'OAuth, on the exchange’s page',
  wallet: 'the user’s wallet',
}
const recoveryMethods: Record<RecoveryPolicy['class'], string> = {
  idempotent: 'by our reference; a repeated order returns the first one',
  find: 'by our reference',
  match: 'by its fields; one open order with the same fields at a time',
}

const outcomeTables: Readonly<Record<string, OutcomeTable>> = {
  coinbase: coinbase.outcomes,
  kraken: kraken.outcomes,
  binanceInternational: binance.outcomes,
  okx: okx.outcomes,
  bybit: bybit.outcomes,
  kuCoin: kuCoin.outcomes,
  gateIo: gateIo.outcomes,
  bitget: bitget.outcomes,
}

export function exchangeTable(): string {
  const networks = networkCatalogue('sandbox')
  const tools = { now: () => new Date(), networks, acquire: async () => true, withKeyLock: async () => null }
  const sandboxUrl = 'http://localhost:4002'
  const application = { clientId: 'client', clientSecret: 'secret' }
  const [sandboxExchange] = exchangeRegistry({ sandboxUrl }, tools).all
  const { all } = exchangeRegistry({ sandboxUrl: null, coinbase: application }, tools)
  const rows = [...(sandboxExchange === undefined ? [] : [sandboxExchange]), ...all]
    .filter(({ transfers }) => transfers)
    .map((exchange) => {
      const { name, type, signIn, networkKeys, recovery, extraFields } = exchange
      const names = networks.all.filter(({ key }) => networkKeys.includes(key)).map((network) => network.name)
      const fields = signIn.fields.length === 0 ? '' : ` (${signIn.fields.map(({ label }) => label).join(', ')})`
      return [
        `${name} (\`${type}\`)`,
        signIns[signIn.scheme] + (signIn.scheme === 'apiKey' ? fields : ''),
        names.join(', '),
        recoveryMethods[recovery.class],
        [...(mayRequireSaved(type) ? ['saved addresses'] : []), ...(extraFields ? ['recipient details'] : [])].join(
          ', ',
        ),
        recovery.fenceMs === null ? 'never by itself' : minutes(earliestAbsenceMs(recovery, recovery.fenceMs)),
      ]
    })
  const head = [
    'Exchange',
    'Sign-in',
    'Networks',
    'How a lost order is found',
    'May require',
    'Earliest `NotSent` after a lost response',
  ]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function mayRequireSaved(type: string): boolean {
  // The sandbox exchange has no table: its responses state the required action.
  const table = Object.hasOwn(outcomeTables, type) ? outcomeTables[type] : undefined
  return table === undefined
    ? type === 'sandbox'
    : Object.values(table).some((meaning) => typeof meaning === 'object' && meaning.kind === 'addressWhitelistRequired')
}

/**
 * The time from storing an order to the earliest `NotSent`. The first empty poll counts after request, fence and visibility. The
 * others follow at equal intervals.
 */
export function earliestAbsenceMs(policy: RecoveryPolicy, fenceMs: number): number {
  const { requestMs, visibilityMs, emptyPolls } = policy
  return requestMs + fenceMs + visibilityMs + (emptyPolls - 1) * pollIntervalMs(policy, fenceMs)
}

function minutes(ms: number): string {
  return ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`
}
