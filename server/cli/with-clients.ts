// Shared by the commands on clients.

import { callbackUrlFault, checkCallbackUrl } from '../clients/callback-url.ts'
import type { ClientDeps } from '../clients/clients.ts'
import { type ClientRecord, listClients } from '../clients/key-sets.ts'
import { readConfig } from '../config.ts'
import { escapeText } from '../contract/plain-text.ts'
import type { Environment } from '../secrets/tokens.ts'
import { openStorageBeside } from '../storage/open.ts'
import { NoDatabase } from '../storage/sqlite.ts'
import { CommandFailure, type Terminal, UsageError } from './command.ts'

/** Opens the clients of this environment's server. The server may be running. */
export async function withClients<T>(terminal: Terminal, work: (deps: ClientDeps) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.environment)
  const database = await openStorageBeside(config).catch((error: unknown) => {
    if (!(error instanceof NoDatabase)) throw error
    throw new CommandFailure(
      `${error.message}\nIf this is a new installation, start the server once to create the database.`,
    )
  })
  try {
    return await work({ database, environment: config.environment, now: () => new Date() })
  } finally {
    await database.close()
  }
}

/** Finds a client by its id, the beginning of the id, or its name. */
export async function clientNamed({ database }: ClientDeps, word: string | undefined): Promise<ClientRecord> {
  if (word === undefined || word === '') throw new UsageError('Name the client by its id or its name.')
  const clients = await listClients(database.query)
  const exact = clients.filter(({ id, name }) => id === word.toLowerCase() || name === word)
  const found =
    exact.length > 0 ? exact : clients.filter(({ id }) => word.length >= 4 && id.startsWith(word.toLowerCase()))
  const [client] = found
  if (client === undefined) {
    throw new CommandFailure(`There is no client ${escapeText(word)}. "transfer-link client list" shows all clients.`)
  }
  if (found.length > 1) {
    throw new CommandFailure(
      `Several clients are called ${escapeText(word)}. Use an id. "transfer-link client list" shows the ids.`,
    )
  }
  return client
}

/** Null for all clients. */
export async function clientIdNamed(deps: ClientDeps, word: string | undefined): Promise<string | null> {
  return word === undefined ? null : (await clientNamed(deps, word)).id
}

/** A function that names the client of an id, or all clients for null. */
export async function namesOfClients({
  database,
}: Pick<ClientDeps, 'database'>): Promise<(id: string | null) => string> {
  const names = new Map((await listClients(database.query)).map(({ id, name }) => [id, escapeText(name)]))
  return (id) => (id === null ? 'all clients' : (names.get(id) ?? id))
}

export function requireCallbackUrl(environment: Environment, url: string | undefined): string {
  if (url === undefined || url === '') throw new UsageError('Name the callback URL.')
  if (checkCallbackUrl(url, environment)) return url
  throw new CommandFailure(`\`${escapeText(url)}\` ${escapeText(callbackUrlFault(url, environment))}`)
}

export function printSecret(terminal: Terminal, clientId: string, secret: string): void {
  terminal.line(`X-Client-Id      ${clientId}`)
  terminal.line(`X-Client-Secret  ${secret}`)
  terminal.line('Copy the secret now. Only its hash is stored, and it is not shown again. To replace a lost secret:')
  terminal.line(`transfer-link client rotate ${clientId}`)
}
