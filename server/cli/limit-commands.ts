import { parseArgs } from 'node:util'
import type { ClientDeps } from '../clients/clients.ts'
import { type LimitName, limitNames } from '../contract/limit-names.ts'
import { escapeText } from '../contract/plain-text.ts'
import { listAllowed } from '../transfers/allowed-destinations.ts'
import { changeLimit, endLimit } from '../transfers/change-limits.ts'
import { describeLimitValue, readLimitValue, UnfitLimitValue, unitOfLimit } from '../transfers/limit-value.ts'
import { appliesTo, limitOff, listLimits } from '../transfers/operator-limits.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, type Terminal, UsageError } from './command.ts'
import { clientIdNamed, namesOfClients, withClients } from './with-clients.ts'

const options = { client: { type: 'string' }, json: { type: 'boolean', default: false } } as const
const meanings = `
       transfers-per-client <number>  transfers of a client in one UTC day
       usd-per-client <amount>        their value in US dollars
       transfers-per-user <number>    transfers of each user of a client in one UTC day
       usd-per-user <amount>          their value in US dollars
       cool-down <time>               the wait before a new destination can be used outside of a link: 90m, 24h, 7d
       allow-list on                  only destinations of "destination list" are allowed
       Without --client, the value applies to all clients. With --client, it replaces that value for one client, and "off"
       switches the limit off for this client.`

export const setLimitCommand: Command = {
  name: 'limit set',
  summary: 'Limits transfers of all clients, or of one client.',
  usage: `transfer-link limit set <limit> <value> [--client <client>] [--json]${meanings}`,
  ifUnconfirmed: 'Check with "transfer-link limit list".',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({ args: negativesLast(args), options, allowPositionals: true })
    const [word, text, ...rest] = positionals
    if (text === undefined || rest.length > 0) throw new UsageError('Name one limit and its value.')
    const name = knownLimit(word)
    const value = storedValue(name, text)
    if (value === limitOff && values.client === undefined)
      throw new UsageError(`"off" needs --client. To end the limit of all clients, use "limit remove ${name}".`)
    await withClients(terminal, async (deps) => {
      const clientId = await clientIdNamed(deps, values.client)
      await auditedCommand(terminal, deps, ({ database, now }, record) =>
        changeLimit(database.query, record, { name, clientId, value, setAt: now() }),
      )
      if (name === 'allow-list' && value !== limitOff && !values.json && (await isEmptyFor(deps, clientId)))
        terminal.line(
          'No destination is allowed yet, so every transfer is refused. See transfer-link destination allow --help.',
        )
      await printLimits(deps, terminal, values)
    })
  },
}

export const removeLimitCommand: Command = {
  name: 'limit remove',
  summary: 'Ends a limit of all clients, or of one client. The limit of all clients then applies to that client again.',
  usage: 'transfer-link limit remove <limit> [--client <client>] [--json]',
  ifUnconfirmed: 'Check with "transfer-link limit list".',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length !== 1) throw new UsageError('Name one limit.')
    const name = knownLimit(positionals[0])
    await withClients(terminal, async (deps) => {
      const clientId = await clientIdNamed(deps, values.client)
      const wasSet = await auditedCommand(terminal, deps, ({ database }, record) =>
        endLimit(database.query, record, { name, clientId }),
      )
      if (!values.json) terminal.line(wasSet ? 'Removed.' : 'It was not set.')
      await printLimits(deps, terminal, values)
    })
  },
}

export const listLimitsCommand: Command = {
  name: 'limit list',
  summary: 'Lists the limits that are set. With --client, those that apply to the client.',
  usage: 'transfer-link limit list [--client <client>] [--json]',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options })
    await withClients(terminal, (deps) => printLimits(deps, terminal, values))
  },
}

function storedValue(name: LimitName, text: string): string {
  try {
    return readLimitValue(name, text)
  } catch (error) {
    throw error instanceof UnfitLimitValue ? new UsageError(error.message) : error
  }
}

/** After `--`, parseArgs reads a negative number as a value instead of an option. */
function negativesLast(args: string[]): string[] {
  const isNegative = (word: string) => /^-\d/.test(word)
  if (!args.some(isNegative) || args.includes('--')) return args
  return [...args.filter((word) => !isNegative(word)), '--', ...args.filter(isNegative)]
}

function knownLimit(word: string | undefined): LimitName {
  const found = limitNames.find((name) => name === word)
  if (found !== undefined) return found
  throw new UsageError(`There is no limit ${escapeText(word ?? '')}. Use one of ${limitNames.join(', ')}.`)
}

async function isEmptyFor({ database }: ClientDeps, clientId: string | null): Promise<boolean> {
  const allowed = await listAllowed(database.query)
  return !allowed.some((entry) => entry.clientId === null || clientId === null || entry.clientId === clientId)
}

async function printLimits(
  deps: ClientDeps,
  terminal: Terminal,
  { client, json }: { client?: string | undefined; json: boolean },
): Promise<void> {
  const all = await listLimits(deps.database.query)
  const clientId = await clientIdNamed(deps, client)
  const limits = clientId === null ? all : all.filter((limit) => appliesTo(clientId, limit, all))
  if (json) return terminal.line(JSON.stringify(limits.map((limit) => ({ ...limit, unit: unitOfLimit(limit.name) }))))
  const nameOf = await namesOfClients(deps)
  for (const { name, clientId: id, value } of limits)
    terminal.line(`${name.padEnd(20)}  ${describeLimitValue(name, value).padEnd(18)}  ${nameOf(id)}`)
  if (limits.length === 0) terminal.line('No limit is set.')
}
