import { parseArgs } from 'node:util'
import { type Config, readConfig, registrySettings } from '../config.ts'
import { escapeText } from '../contract/plain-text.ts'
import { exchangeRegistry, managedExchanges } from '../exchanges/registry.ts'
import { exchangeLimits } from '../limits/exchange-limits.ts'
import { networkCatalogue } from '../networks/catalogue.ts'
import type { Database } from '../storage/storage.ts'
import type { AccountFilter, Span } from '../transfers/exchange-accounts.ts'
import { type ReadingStep, type ReconcileDeps, reconcileAccounts } from '../transfers/reconcile-accounts.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { reconciliationJson, reconciliationLines, verdictOf } from './reconcile-report.ts'
import { concludeComparison, confirm, restoreLines, restoreToCompare } from './reconcile-restore.ts'
import { sealerOf } from './sealer-of.ts'
import { clientNamed, namesOfClients } from './with-clients.ts'
import { withStorage } from './with-storage.ts'

export const reconcileCommand: Command = {
  name: 'reconcile',
  summary: 'Compares the withdrawals that exchanges list with the transfers, and lists what has no counterpart.',
  usage: `transfer-link reconcile [--since <time>] [--until <time>] [--exchange <type>] [--client <client>] [--json]
       transfer-link reconcile --confirm-restore <code>
       Run it after a failover, after a restore, or each day. It sends nothing and changes no transfer.
       --since, --until   a UTC time such as 2026-11-20 or 2026-11-20T14:00Z, or an age such as 36h or 7d (24h until now)
       --exchange         one exchange alone, for example kraken
       --client           the exchange accounts of one client alone, by its id or name
       --json             the result as one JSON object on stdout
       --confirm-restore  ends the pause after a restore (serve --after-restore). <code> is what the newest comparison printed.
                          Without options, a run after a restore compares the whole lost time and prints the code.
       It lists withdrawals without a transfer, and transfers that their exchange does not know. The exit code is 0 if there
       are none, and 1 if there is one or an account could not be read. Kraken and Bybit return no client reference: there,
       a withdrawal to an address that no link, preview or transfer of the client names is listed apart, as not ordered
       through this service, and does not change the exit code. After a failover that lost data, check that list, too:
       the link that named the address may be lost as well.`,
  async run(args, terminal) {
    const text = { type: 'string' } as const
    const options = {
      'confirm-restore': text,
      since: text,
      until: text,
      exchange: text,
      client: text,
      json: { type: 'boolean', default: false },
    } as const
    const { values } = parseArgs({ args, options })
    const { 'confirm-restore': code, json: asJson, ...narrowing } = values
    if (code === undefined) return compare(narrowing, asJson, terminal)
    if (asJson || Object.keys(narrowing).length > 0)
      throw new UsageError('--confirm-restore takes a code and no other option.')
    await withStorage(terminal, (database) =>
      auditedCommand(terminal, { database, now: () => new Date() }, async (inside, record) => {
        await confirm(inside.database, code)
        record({ action: 'restore.confirm', target: code, before: { isPaused: true }, after: { isPaused: false } })
      }),
    )
    terminal.line('Confirmed. Servers send again.')
  },
}

interface Narrowing {
  since?: string
  until?: string
  exchange?: string
  client?: string
}

async function compare(narrowing: Narrowing, asJson: boolean, terminal: Terminal): Promise<void> {
  const given = spanOf(narrowing.since ?? '24h', narrowing.until, new Date())
  const config = readConfig(terminal.environment)
  await withStorage(terminal, async (database) => {
    const deps = depsOf(config, database)
    const isNarrowed = Object.keys(narrowing).length > 0
    const restored = isNarrowed ? null : await restoreToCompare(deps)
    const span = restored?.span ?? given
    const comparedAt = deps.now()
    const result = await reconcileAccounts(deps, span, {
      filter: await filterOf(deps, narrowing),
      connectedBefore: restored === null ? span.until : comparedAt,
      reading: (step) => terminal.progress(progressText(step)),
    })
    terminal.progress('')
    const conclusion = restored && (await concludeComparison(deps, restored, { result, comparedAt }))
    const report = { nameOf: await namesOfClients(deps), isRestore: restored !== null }
    if (asJson) terminal.line(JSON.stringify(reconciliationJson(span, result, conclusion), null, 2))
    else {
      for (const line of reconciliationLines(span, result, report)) terminal.line(line)
      for (const line of conclusion === null ? [] : ['', ...restoreLines(conclusion, result)]) terminal.line(line)
    }
    const verdict = verdictOf(result, report)
    if (verdict !== null) throw new CommandFailure(verdict)
  })
}

async function filterOf(deps: ReconcileDeps, { exchange, client }: Narrowing): Promise<AccountFilter> {
  return {
    ...(exchange === undefined ? {} : { exchangeType: exchangeTypeOf(deps, exchange) }),
    ...(client === undefined ? {} : { clientId: (await clientNamed(deps, client)).id }),
  }
}

function progressText({ account, accounts, exchangeType, attempt }: ReadingStep): string {
  const again = attempt === 1 ? '' : `, attempt ${attempt}`
  return `Reading account ${account} of ${accounts} (${exchangeType}${again})`
}

function depsOf(config: Config, database: Database): ReconcileDeps {
  const now = () => new Date()
  const networks = networkCatalogue(config.environment)
  const tools = { ...exchangeLimits(database, now), networks }
  return {
    database,
    environment: config.environment,
    now,
    networks,
    exchanges: exchangeRegistry(registrySettings(config), tools),
    sealer: sealerOf(config),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}

function exchangeTypeOf({ exchanges }: ReconcileDeps, word: string): string {
  const managed = managedExchanges(exchanges)
  const found = managed.find(({ type }) => type === exchanges.byType(word)?.type)
  if (found !== undefined) return found.type
  throw new UsageError(
    `--exchange must be one of ${managed.map(({ type }) => type).join(', ')}, not ${escapeText(word)}.`,
  )
}

function spanOf(since: string, until: string | undefined, now: Date): Span {
  const span = {
    since: timeOf('--since', since, now),
    until: until === undefined ? now : timeOf('--until', until, now),
  }
  if (span.since >= span.until) throw new UsageError('--since must be before --until.')
  return span
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const timePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?)?(Z|[+-]\d{2}:\d{2})?$/

function timeOf(option: string, text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (unitMs[unit] ?? 0))
  const hasZone = !text.includes('T') || /(Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = Date.parse(hasZone ? text : `${text}Z`)
  if (timePattern.test(text) && !Number.isNaN(time)) return new Date(time)
  throw new UsageError(`${option} must be a UTC time such as 2026-11-20T14:00Z, or an age such as 36h or 7d.`)
}
