import { parseArgs } from 'node:util'
import { type Config, readConfig, registrySettings } from '../config.ts'
import { escapeText } from '../contract/plain-text.ts'
import { exchangeRegistry, managedExchanges } from '../exchanges/registry.ts'
import { exchangeLimits } from '../limits/exchange-limits.ts'
import { networkCatalogue } from '../networks/catalogue.ts'
import type { Database } from '../storage/storage.ts'
import type { Span } from '../transfers/exchange-accounts.ts'
import { type ReconcileDeps, reconcileAccounts } from '../transfers/reconcile-accounts.ts'
import { readRestore } from '../transfers/restore.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { reconciliationJson, reconciliationLines, verdictOf } from './reconcile-report.ts'
import { concludeComparison, requireListed } from './reconcile-restore.ts'
import { sealerOf } from './sealer-of.ts'
import { clientNamed } from './with-clients.ts'
import { withStorage } from './with-storage.ts'

export const reconcileCommand: Command = {
  name: 'reconcile',
  summary: 'Compares the withdrawals that exchanges list with the transfers, and lists what has no counterpart.',
  usage: `transfer-link reconcile [--since <time>] [--until <time>] [--exchange <type>] [--client <client>] [--json]
       transfer-link reconcile --confirm-restore [--json]
       Run it after a failover, after a restore, or each day. It sends nothing and changes no transfer.
       --since, --until   a UTC time such as 2026-11-20 or 2026-11-20T14:00Z, or an age such as 36h or 7d (24h until now)
       --exchange         one exchange alone, for example kraken
       --client           the exchange accounts of one client alone, by its id or name
       --json             the result as one JSON object on stdout
       --confirm-restore  ends the pause after a restore (serve --after-restore). It compares again, and refuses if the run
                          before found something else. Without options, a run after a restore compares the whole lost time.
       It lists withdrawals without a transfer, and transfers that their exchange does not know. The exit code is 0 if there
       are none, and 1 if there is one or an account could not be read. Kraken and Bybit return no client reference: there,
       a withdrawal to an address that no link, preview or transfer of the client names is listed apart, as not ordered
       through this service, and does not change the exit code. After a failover that lost data, check that list, too:
       the link that named the address may be lost as well.`,
  async run(args, terminal) {
    const options = {
      'confirm-restore': { type: 'boolean', default: false },
      since: { type: 'string' },
      until: { type: 'string' },
      exchange: { type: 'string' },
      client: { type: 'string' },
      json: { type: 'boolean' },
    } as const
    const { values } = parseArgs({ args, options })
    const confirms = values['confirm-restore']
    const isNarrowed = [values.since, values.until, values.exchange, values.client].some((each) => each !== undefined)
    if (confirms && isNarrowed)
      throw new UsageError('--confirm-restore compares the whole lost time, and takes --json only.')
    const given = spanOf(values.since ?? '24h', values.until, new Date())
    const config = readConfig(terminal.environment)
    await withStorage(terminal, async (database) => {
      const deps = depsOf(config, database)
      const filter = {
        ...(values.exchange === undefined ? {} : { exchangeType: exchangeTypeOf(deps, values.exchange) }),
        ...(values.client === undefined ? {} : { clientId: (await clientNamed(deps, values.client)).id }),
      }
      const restore = isNarrowed ? null : await readRestore(database.query)
      if (confirms && restore === null) throw new CommandFailure('There is no restore to confirm.')
      if (confirms && restore !== null) await requireListed(deps, restore)
      const span = restore === null ? given : { since: restore.restoredTo, until: given.until }
      const result = await reconcileAccounts(deps, span, {
        filter,
        reading: (done, all) => terminal.progress(`Reading account ${done + 1} of ${all}`),
      })
      terminal.progress('')
      if (values.json) terminal.line(JSON.stringify(reconciliationJson(span, result), null, 2))
      else for (const line of reconciliationLines(span, result)) terminal.line(line)
      const lines = restore === null ? [] : await concludeComparison(deps, result, { restore, confirms })
      if (!values.json) for (const line of lines) terminal.line(line)
      const verdict = verdictOf(result)
      if (verdict !== null && !confirms) throw new CommandFailure(verdict)
    })
  },
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
