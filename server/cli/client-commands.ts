import { parseArgs } from 'node:util'
import { createClient } from '../clients/clients.ts'
import {
  addSecret,
  type ClientRecord,
  listClients,
  maximumSecrets,
  revokeSecrets,
  type SecretRecord,
} from '../clients/key-sets.ts'
import { isUuid } from '../contract/ids.ts'
import { escapeText, isPlainText } from '../contract/plain-text.ts'
import { isUniqueViolation } from '../storage/storage.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { clientNamed, printSecret, requireCallbackUrl, withClients } from './with-clients.ts'

export const createClientCommand: Command = {
  name: 'client create',
  summary: 'Registers an app that may use this server, and shows its secret once.',
  usage: `transfer-link client create <name> [--callback <url>]… [--id <uuid>]
       --callback registers a page that links may return to; at least one is needed before links can be made.
       --id gives it the id that the same app has on your other server: sandbox and production have a key set each.`,
  async run(args, terminal) {
    const options = { callback: { type: 'string', multiple: true }, id: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name = '', ...rest] = positionals
    if (name.trim() === '' || rest.length > 0)
      throw new UsageError('Give the client one name, in quotes if it has spaces.')
    // Where a client is asked for, its id does as well as its name; and a name is shown in terminals and pages.
    if (isUuid(name.trim())) throw new UsageError('A name cannot look like an id. For the id there is --id.')
    if (!isPlainText(name)) {
      throw new UsageError(`The name ${escapeText(name)} has control, invisible or direction characters: remove them.`)
    }
    if (values.id !== undefined && !isUuid(values.id)) throw new UsageError('--id takes a UUID.')
    const id = values.id?.toLowerCase()
    await withClients(terminal, async (deps) => {
      const given = (values.callback ?? []).map((url) => requireCallbackUrl(deps.environment, url))
      const callbackUrls = [...new Set(given)]
      const client = { name: name.trim(), callbackUrls, ...(id === undefined ? {} : { id }) }
      const sameName = (await listClients(deps.database.query)).some((each) => each.name === client.name)
      const created = await createClient(deps, client).catch((error: unknown) => {
        throw isUniqueViolation(error) ? new CommandFailure(`There is a client ${id} already.`) : error
      })
      if (sameName) {
        terminal.error(
          `Another client is called ${escapeText(client.name)} already: commands will need the id of either.`,
        )
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
  summary: 'Lists the clients with their callback URLs and secrets (never the secrets themselves).',
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
  summary: 'Gives a client a new secret beside those it has, and shows it once. Also for a secret that was lost.',
  usage: `transfer-link client rotate <client> [--revoke-others]
       Put the new secret into your backend, then revoke the old one with "client revoke". --revoke-others does so at once.`,
  async run(args, terminal) {
    const options = { 'revoke-others': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length > 1) throw new UsageError('Name one client.')
    await withClients(terminal, async (deps) => {
      const client = await clientNamed(deps, positionals[0])
      const others = client.secrets.filter(isValid).map(({ id }) => id)
      // One too many is no obstacle where all of them go.
      if (values['revoke-others'] && others.length >= maximumSecrets) await revokeSecrets(deps, client.id, others)
      const added = await addSecret(deps, client.id)
      if (added === null)
        throw new CommandFailure(`${maximumSecrets} secrets are valid already: revoke one of them first.`)
      if (values['revoke-others']) await revokeSecrets(deps, client.id, others)
      printSecret(terminal, client.id, added.secret)
      if (others.length === 0) return
      terminal.line(
        values['revoke-others']
          ? `Revoked: ${others.map(shortId).join(', ')}.`
          : `Still valid: ${others.map(shortId).join(', ')}. When nothing uses them: transfer-link client revoke ${client.id} ${others.map(shortId).join(' ')}`,
      )
    })
  },
}

export const revokeSecretCommand: Command = {
  name: 'client revoke',
  summary: 'Ends secrets of a client: the next request that carries one is refused.',
  usage: `transfer-link client revoke <client> (<secret id>… | --all)
       "client list" shows the ids. --all shuts the client out until "client rotate" gives it a new secret.`,
  async run(args, terminal) {
    const options = { all: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [word, ...wanted] = positionals
    if (wanted.length > 0 === (values.all === true))
      throw new UsageError('Name the secrets by their ids, or say --all.')
    await withClients(terminal, async (deps) => {
      const client = await clientNamed(deps, word)
      const valid = client.secrets.filter(isValid)
      const chosen = values.all ? valid : wanted.map((beginning) => secretNamed(client.secrets, beginning))
      const revoked = await revokeSecrets(
        deps,
        client.id,
        chosen.map(({ id }) => id),
      )
      const left = valid.length - revoked
      terminal.line(
        `Revoked ${revoked}. ${left === 0 ? 'The client has no valid secret left.' : `${left} still valid.`}`,
      )
    })
  },
}

function isValid({ revokedAt }: SecretRecord): boolean {
  return revokedAt === null
}

function secretNamed(secrets: readonly SecretRecord[], beginning: string): SecretRecord {
  const found = secrets.filter(({ id }) => beginning.length >= 4 && id.startsWith(beginning.toLowerCase()))
  const [secret] = found
  if (secret === undefined || found.length > 1) {
    throw new CommandFailure(
      `${escapeText(beginning)} names no secret of this client, or several. "client list" shows the ids.`,
    )
  }
  return secret
}

function linesOf({ id, name, createdAt, secrets, callbackUrls }: ClientRecord): string[] {
  return [
    `${id}  ${escapeText(name)}  since ${day(createdAt)}`,
    ...callbackUrls.map((url) => `  callback  ${escapeText(url)}`),
    ...secrets.map(({ id: secret, createdAt: since, revokedAt }) => {
      const state = revokedAt === null ? 'valid' : `revoked ${day(revokedAt)}`
      return `  secret    ${shortId(secret)}  since ${day(since)}  ${state}`
    }),
  ]
}

function shortId(id: string): string {
  return id.slice(0, 8)
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
