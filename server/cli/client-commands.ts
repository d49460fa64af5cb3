import { parseArgs } from 'node:util'
import { registerClient, revokeChosen, rotateSecret, validOf } from '../clients/change-clients.ts'
import { clientNameFault } from '../clients/client-name.ts'
import { type ClientRecord, listClients, maximumSecrets, type SecretRecord } from '../clients/key-sets.ts'
import { isUuid } from '../contract/ids.ts'
import { escapeText } from '../contract/plain-text.ts'
import { isUniqueViolation } from '../storage/storage.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { clientNamed, printSecret, requireCallbackUrl, withClients } from './with-clients.ts'

export const createClientCommand: Command = {
  name: 'client create',
  summary: 'Registers an app that may use this server, and shows its secret once.',
  usage: `transfer-link client create <name> [--callback <url>]… [--id <uuid>]
       --callback registers a page that links may return to. A client without one cannot create links.
       --id sets the client id, for example the app's id on your other server. Sandbox and production have separate secrets.`,
  ifUnconfirmed: 'Check with "transfer-link client list". If it shows the client, run "client rotate" to get a secret.',
  async run(args, terminal) {
    const options = { callback: { type: 'string', multiple: true }, id: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name = '', ...rest] = positionals
    if (name.trim() === '' || rest.length > 0)
      throw new UsageError('Give the client one name, in quotes if it has spaces.')
    const fault = clientNameFault(name)
    if (fault !== null) throw new UsageError(fault)
    if (values.id !== undefined && !isUuid(values.id)) throw new UsageError('--id must be a UUID.')
    const id = values.id?.toLowerCase()
    await withClients(terminal, async (deps) => {
      const given = (values.callback ?? []).map((url) => requireCallbackUrl(deps.environment, url))
      const callbackUrls = [...new Set(given)]
      const client = { name: name.trim(), callbackUrls, ...(id === undefined ? {} : { id }) }
      const sameName = (await listClients(deps.database.query)).some((each) => each.name === client.name)
      const created = await auditedCommand(terminal, deps, (inside, record) =>
        registerClient(inside, record, client),
      ).catch((error: unknown) => {
        throw isUniqueViolation(error) ? new CommandFailure(`A client with the id ${id} already exists.`) : error
      })
      if (sameName) {
        terminal.error(`Another client is also called ${escapeText(client.name)}. Use the id in commands.`)
      }
      terminal.line(`Client "${escapeText(client.name)}" is registered in the ${deps.environment} environment.`)
      printSecret(terminal, created.id, created.secret)
      if (callbackUrls.length > 0) return
      terminal.line(`It has no callback URL yet: transfer-link callback add ${created.id} <url>`)
    })
  },
}

export const listClientsCommand: Command = {
  name: 'client list',
  summary: 'Lists the clients with their callback URLs and the ids of their secrets.',
  usage: 'transfer-link client list',
  async run(args, terminal) {
    parseArgs({ args, options: {} })
    await withClients(terminal, async ({ database }) => {
      const clients = await listClients(database.query)
      for (const client of clients) for (const line of linesOf(client)) terminal.line(line)
      if (clients.length === 0) terminal.line('There are no clients yet: transfer-link client create <name>')
    })
  },
}

export const rotateSecretCommand: Command = {
  name: 'client rotate',
  summary: 'Adds a secret to a client and shows it once. Use it to rotate or replace a lost secret.',
  usage: `transfer-link client rotate <client> [--revoke-others]
       Deploy the new secret to your backend, then revoke the old one with "client revoke". --revoke-others revokes it at once.`,
  ifUnconfirmed:
    'Check with "transfer-link client list". If it shows a new secret, revoke it and run "client rotate" again.',
  async run(args, terminal) {
    const options = { 'revoke-others': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length > 1) throw new UsageError('Name one client.')
    await withClients(terminal, async (deps) => {
      const client = await clientNamed(deps, positionals[0])
      const chosen = { clientId: client.id, revokesOthers: values['revoke-others'] ?? false }
      const { secret, others } = await auditedCommand(terminal, deps, async (inside, record) => {
        const rotated = await rotateSecret(inside, record, chosen)
        if (rotated !== null) return rotated
        throw new CommandFailure(`The client already has ${maximumSecrets} valid secrets. Revoke one first.`)
      })
      printSecret(terminal, client.id, secret)
      if (others.length === 0) return
      terminal.line(
        values['revoke-others']
          ? `Revoked: ${others.map(shortId).join(', ')}.`
          : `Still valid: ${others.map(shortId).join(', ')}. Once your backend has the new one: transfer-link client revoke ${client.id} ${others.map(shortId).join(' ')}`,
      )
    })
  },
}

export const revokeSecretCommand: Command = {
  name: 'client revoke',
  summary: 'Revokes secrets of a client. Requests with a revoked secret are refused.',
  usage: `transfer-link client revoke <client> (<secret id>… | --all)
       "client list" shows the ids. With --all, every request of the client is refused until "client rotate" adds a secret.`,
  ifUnconfirmed: 'Check with "transfer-link client list".',
  async run(args, terminal) {
    const options = { all: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [word, ...beginnings] = positionals
    if (beginnings.length > 0 === (values.all === true))
      throw new UsageError('Name the secrets by their ids, or use --all.')
    await withClients(terminal, async (deps) => {
      const client = await clientNamed(deps, word)
      const choose = (secrets: readonly SecretRecord[]) => {
        const chosen = values.all ? validOf(secrets) : beginnings.map((beginning) => secretNamed(secrets, beginning))
        return chosen.map(({ id }) => id)
      }
      const { revoked, left } = await auditedCommand(terminal, deps, (inside, record) =>
        revokeChosen(inside, record, { clientId: client.id, choose }),
      )
      terminal.line(
        `Revoked ${revoked}. ${left === 0 ? 'The client has no valid secret left.' : `${left} still valid.`}`,
      )
    })
  },
}

function secretNamed(secrets: readonly SecretRecord[], beginning: string): SecretRecord {
  const found = secrets.filter(({ id }) => beginning.length >= 4 && id.startsWith(beginning.toLowerCase()))
  const [secret] = found
  if (secret === undefined || found.length > 1) {
    throw new CommandFailure(
      `${escapeText(beginning)} does not match exactly one secret of this client. "client list" shows the ids.`,
    )
  }
  return secret
}

function linesOf({ id, name, createdAt, secrets, callbackUrls }: ClientRecord): string[] {
  return [
    `${id}  ${escapeText(name)}  created ${day(createdAt)}`,
    ...callbackUrls.map((url) => `  callback  ${escapeText(url)}`),
    ...secrets.map(({ id: secret, prefix, createdAt: since, revokedAt, lastUsedAt }) => {
      const state = revokedAt === null ? 'valid' : `revoked ${day(revokedAt)}`
      const used = lastUsedAt === null ? '' : `  used ${day(lastUsedAt)}`
      return `  secret    ${shortId(secret)}  created ${day(since)}  ${state}${used}${prefix === null ? '' : `  ${prefix}…`}`
    }),
  ]
}

function shortId(id: string): string {
  return id.slice(0, 8)
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
