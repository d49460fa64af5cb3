import { cachedByCost } from '../cache/cached-by-cost.ts'
import type {
  ExchangeRow,
  Integrations,
  NodeRow,
  OpenTransferFigures,
  RecentCallFigures,
  WalletRow,
} from '../contract/console/integrations.ts'
import type { PauseRow } from '../contract/console/pauses.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import { type CallSummary, recentMinutes } from '../log/recent-calls.ts'
import { isPostgres } from '../storage/dialect.ts'
import { countOpenTransfers, type OpenTransfers } from '../transfers/open-transfers.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { readEndpoint } from './console-endpoint.ts'
import { listPauseRows } from './list-pauses.ts'
import { perConsole } from './per-console.ts'

const openTransfers = perConsole(({ database }) => cachedByCost(() => countOpenTransfers(database.query)))

export const readIntegrations = readEndpoint({
  path: '/api/integrations',
  role: 'viewer',
  async respond({ deps }) {
    const open = await openTransfers(deps)()
    const pauses = await listPauseRows(deps)
    const integrations: Integrations = {
      exchanges: exchangeRows(deps, open, pauses),
      wallets: walletRows(deps, open),
      walletPause: pauses.find(({ scope, target }) => scope === 'exchange' && isSelfCustody(target ?? '')) ?? null,
      nodes: nodeRows(deps, open),
      pauses,
      callsSince: callsSince(deps).toISOString(),
      mayHaveOtherProcesses: isPostgres(deps.database.query),
    }
    return integrations
  },
})

function exchangeRows(
  { exchanges, openCircuits, metrics }: ConsoleDeps,
  open: readonly OpenTransfers[],
  pauses: readonly PauseRow[],
): ExchangeRow[] {
  const openTypes = openCircuits()
  return exchanges.all
    .filter(({ type }) => !isSelfCustody(type))
    .map(({ type, name }) => ({
      ...{ type, name, circuit: openTypes.includes(type) ? 'open' : 'closed' },
      calls: figuresOf(metrics.recent.read(`exchange:${type}`)),
      open: sumOf(open.filter(({ exchangeType }) => exchangeType === type)),
      pause: pauses.find(({ scope, target }) => scope === 'exchange' && target === type) ?? null,
    }))
}

function walletRows({ networks }: ConsoleDeps, open: readonly OpenTransfers[]): WalletRow[] {
  const kindOf = (networkKey: string): WalletRow['kind'] =>
    networks.byKey(networkKey)?.isEvm ? 'evm' : networkKey === 'solana' ? 'solana' : 'other'
  const ofWallets = open.filter(({ exchangeType }) => isSelfCustody(exchangeType))
  const kinds = ['evm', 'solana', 'other'] as const
  return kinds.flatMap((kind) => {
    const own = ofWallets.filter(({ networkKey }) => kindOf(networkKey) === kind)
    const names = networks.all.filter(({ key }) => kindOf(key) === kind).map(({ name }) => name)
    // Payments by link can arrive on other networks.
    if (kind === 'other' && own.length === 0) return []
    return [{ kind, networks: names, open: sumOf(own) }]
  })
}

function nodeRows({ nodeNetworks, networks, metrics }: ConsoleDeps, open: readonly OpenTransfers[]): NodeRow[] {
  return nodeNetworks.map((network) => ({
    ...{ network, name: networks.byKey(network)?.name ?? network },
    calls: figuresOf(metrics.recent.read(`node:${network}`)),
    open: sumOf(open.filter(({ exchangeType, networkKey }) => isSelfCustody(exchangeType) && networkKey === network)),
  }))
}

function figuresOf({ calls, errors, p95Seconds }: CallSummary): RecentCallFigures {
  const isLonger = p95Seconds === Number.POSITIVE_INFINITY
  const p95Ms = p95Seconds === null ? null : isLonger ? 30_000 : p95Seconds * 1_000
  return { calls, errors, p95Ms, isLonger }
}

function sumOf(open: readonly OpenTransfers[]): OpenTransferFigures {
  const [oldest] = open
    .map((each) => each.oldest)
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  return {
    count: open.reduce((sum, { count }) => sum + count, 0),
    oldest: oldest === undefined ? null : { id: oldest.id, createdAt: oldest.createdAt.toISOString() },
  }
}

function callsSince({ now }: ConsoleDeps): Date {
  const ageMs = Math.min(process.uptime() * 1_000, recentMinutes * 60_000)
  return new Date(now().getTime() - Math.round(ageMs / 1_000) * 1_000)
}
