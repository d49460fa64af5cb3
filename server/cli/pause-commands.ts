import { parseArgs } from 'node:util'
import type { ClientDeps } from '../clients/clients.ts'
import { readConfig, registrySettings } from '../config.ts'
import { escapeText } from '../contract/plain-text.ts'
import { exchangeRegistry, selfCustodyType } from '../exchanges/registry.ts'
import { exchangeLimits } from '../limits/exchange-limits.ts'
import { networkCatalogue } from '../networks/catalogue.ts'
import type { Database } from '../storage/storage.ts'
import { endPause, startPause } from '../transfers/change-pauses.ts'
import { describePauses } from '../transfers/describe-pauses.ts'
import { listPauses, type PauseScope } from '../transfers/sending-pause.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { clientNamed, withClients } from './with-clients.ts'

const scopes = '(--exchange <type> | --client <client> | --all)'

export const pauseCommand: Command = {
  name: 'pause',
  summary:
    'Pauses sending of one exchange, of one client, or of all. Transfers that were sent before are still polled.',
  usage: `transfer-link pause ${scopes} [--json]
       transfer-link pause --list [--json]
       <type> is the type of an exchange, for example kraken, or DeFiWallet for users' own wallets.`,
  ifUnconfirmed: 'Check with "transfer-link pause --list".',
  async run(args, terminal) {
    const { values, scope } = readArguments(args, terminal)
    await withClients(terminal, async (deps) => {
      if (!values.list) {
        const paused = await scope(deps)
        const isNew = await auditedCommand(terminal, deps, ({ database, now }, record) =>
          startPause(database.query, record, { scope: paused, now: now() }),
        )
        if (!values.json) terminal.line(isNew ? 'Paused. New sends are refused as sendingPaused.' : 'Already paused.')
      }
      await printPauses(deps.database, values.json, terminal)
    })
  },
}

export const resumeCommand: Command = {
  name: 'resume',
  summary: 'Ends a pause. Other pauses stay in force.',
  usage: `transfer-link resume ${scopes} [--json]`,
  ifUnconfirmed: 'Check with "transfer-link pause --list".',
  async run(args, terminal) {
    const { values, scope } = readArguments(args, terminal)
    if (values.list) throw new UsageError('resume has no --list. Use "transfer-link pause --list".')
    await withClients(terminal, async (deps) => {
      const paused = await scope(deps)
      const wasPaused = await auditedCommand(terminal, deps, ({ database }, record) =>
        endPause(database.query, record, paused),
      )
      if (!values.json) terminal.line(wasPaused ? 'This pause has ended.' : 'There was no such pause.')
      await printPauses(deps.database, values.json, terminal)
      const isRestore = (await listPauses(deps.database.query)).some(({ scope: { kind } }) => kind === 'restore')
      if (isRestore && values.all)
        throw new CommandFailure(
          'The database was restored. That pause ends with "transfer-link reconcile --confirm-restore".',
        )
    })
  },
}

function readArguments(args: string[], terminal: Terminal) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = { exchange: text, client: text, all: flag, list: flag, json: flag }
  const { values } = parseArgs({ args, options })
  const given = [values.exchange !== undefined, values.client !== undefined, values.all, values.list]
  if (given.filter(Boolean).length !== 1)
    throw new UsageError('Use exactly one of --exchange, --client, --all or --list.')
  const scope = async (deps: ClientDeps): Promise<PauseScope> => {
    if (values.all) return { kind: 'all' }
    if (values.exchange !== undefined)
      return { kind: 'exchange', type: knownExchange(deps.database, terminal, values.exchange) }
    return { kind: 'client', id: (await clientNamed(deps, values.client)).id }
  }
  return { values, scope }
}

/** A misspelled type would pause nothing. */
function knownExchange(database: Database, terminal: Terminal, word: string): string {
  const config = readConfig(terminal.environment)
  const networks = networkCatalogue(config.environment)
  const tools = { ...exchangeLimits(database, () => new Date()), networks }
  // The servers may offer Coinbase though this command does not have the secrets of its application.
  const settings = { ...registrySettings(config), coinbase: { clientId: '', clientSecret: '' } }
  const types = [...exchangeRegistry(settings, tools).all.map(({ type }) => type), selfCustodyType]
  const found = types.find((type) => type.toLowerCase() === word.toLowerCase())
  if (found === undefined)
    throw new CommandFailure(`There is no exchange ${escapeText(word)}. Use one of ${types.join(', ')}.`)
  return found
}

async function printPauses(database: Database, asJson: boolean, terminal: Terminal): Promise<void> {
  if (asJson) return terminal.line(JSON.stringify(await listPauses(database.query)))
  const pauses = await describePauses(database)
  for (const { sentence } of pauses) terminal.line(sentence)
  if (pauses.length === 0) terminal.line('Nothing is paused.')
}
