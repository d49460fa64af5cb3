import { parseArgs } from 'node:util'
import type { ClientDeps } from '../clients/clients.ts'
import { readConfig } from '../config.ts'
import { escapeText } from '../contract/plain-text.ts'
import { type NetworkCatalogue, networkCatalogue } from '../networks/catalogue.ts'
import { listAllowed } from '../transfers/allowed-destinations.ts'
import { allowPlace, disallowPlace } from '../transfers/change-limits.ts'
import { listLimits } from '../transfers/operator-limits.ts'
import { placeForm, readPlace, UnfitPlace } from '../transfers/read-place.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { clientIdNamed, namesOfClients, withClients } from './with-clients.ts'

const options = { client: { type: 'string' }, json: { type: 'boolean', default: false } } as const

export const allowDestinationCommand: Command = {
  name: 'destination allow',
  summary: 'Adds a destination to the allow-list of all clients, or of one client.',
  usage: `transfer-link destination allow ${placeForm} [--client <client>] [--json]
       The destination is allowed for every asset on its network, so it has no symbol, unlike "link create --to".
       The tag is part of it: allow each tag. Examples:
       transfer-link destination allow base:0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61
       transfer-link destination allow xrp:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh:123
       The list takes effect with "limit set allow-list on".`,
  ifUnconfirmed: 'Check with "transfer-link destination list".',
  async run(args, terminal) {
    const { values, given } = readArguments(args, terminal)
    await withClients(terminal, async (deps) => {
      const clientId = await clientIdNamed(deps, values.client)
      const isNew = await auditedCommand(terminal, deps, ({ database, now }, record) =>
        allowPlace(database.query, record, { place: { ...given, clientId }, now: now() }),
      )
      if (!values.json) terminal.line(isNew ? 'Allowed.' : 'Already allowed.')
      await printDestinations(deps, terminal, values)
    })
  },
}

export const removeDestinationCommand: Command = {
  name: 'destination remove',
  summary: 'Removes a destination from the allow-list of all clients, or of one client.',
  usage: `transfer-link destination remove ${placeForm} [--client <client>] [--json]`,
  ifUnconfirmed: 'Check with "transfer-link destination list".',
  async run(args, terminal) {
    const { values, given } = readArguments(args, terminal)
    await withClients(terminal, async (deps) => {
      const clientId = await clientIdNamed(deps, values.client)
      const wasAllowed = await auditedCommand(terminal, deps, ({ database }, record) =>
        disallowPlace(database.query, record, { ...given, clientId }),
      )
      if (!values.json) terminal.line(wasAllowed ? 'Removed.' : 'It was not allowed.')
      await printDestinations(deps, terminal, values)
    })
  },
}

export const listDestinationsCommand: Command = {
  name: 'destination list',
  summary: 'Lists the allowed destinations. With --client, those of the client and of all clients.',
  usage: 'transfer-link destination list [--client <client>] [--json]',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options })
    await withClients(terminal, (deps) => printDestinations(deps, terminal, values))
  },
}

function readArguments(args: string[], terminal: Terminal) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [text, ...rest] = positionals
  if (text === undefined || rest.length > 0) throw new UsageError(`Name one destination: ${placeForm}.`)
  return { values, given: placeNamed(terminal, text) }
}

function placeNamed(terminal: Terminal, text: string) {
  if (!text.includes(':')) throw new UsageError(`${escapeText(text)} must be ${placeForm}.`)
  try {
    return readPlace(catalogueOf(terminal), text)
  } catch (error) {
    throw error instanceof UnfitPlace ? new CommandFailure(error.message) : error
  }
}

function catalogueOf({ environment }: Terminal): NetworkCatalogue {
  return networkCatalogue(readConfig(environment).environment)
}

async function printDestinations(
  deps: ClientDeps,
  terminal: Terminal,
  { client, json }: { client?: string | undefined; json: boolean },
): Promise<void> {
  const { query } = deps.database
  const clientId = await clientIdNamed(deps, client)
  const all = await listAllowed(query)
  const shown = clientId === null ? all : all.filter((entry) => entry.clientId === null || entry.clientId === clientId)
  if (json) return terminal.line(JSON.stringify(shown))
  const networks = catalogueOf(terminal)
  const nameOf = await namesOfClients(deps)
  for (const { clientId: id, networkId, address, addressTag } of shown) {
    const tag = addressTag === '' ? '' : `:${addressTag}`
    terminal.line(`${networks.byId(networkId)?.key ?? networkId}:${address}${tag}  ${nameOf(id)}`)
  }
  if (shown.length === 0) terminal.line('No destination is allowed.')
  const isOn = (await listLimits(query)).some(({ name, value }) => name === 'allow-list' && value === 'on')
  if (isOn) return
  terminal.line('No client uses the allow-list. To use it for one client, which then refuses every other destination:')
  terminal.line('  transfer-link limit set allow-list on --client <name>')
}
