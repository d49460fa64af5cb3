import { parseArgs } from 'node:util'
import type { Erasure, UserOfClient } from '../accounts/erase-accounts.ts'
import type { ClientDeps } from '../clients/clients.ts'
import { listClients } from '../clients/key-sets.ts'
import { escapeText } from '../contract/plain-text.ts'
import { listErasures, type RequestedErasure, requestErasure } from '../erase-user.ts'
import type { Query } from '../storage/storage.ts'
import { countUnerased } from '../transfers/erase-transfers.ts'
import { readRestore } from '../transfers/restore.ts'
import { accountsInEvents } from '../webhooks/erase-events.ts'
import { recordAction } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { clientNamed, namesOfClients, withClients } from './with-clients.ts'

export const eraseCommand: Command = {
  name: 'erase',
  summary: 'Erases a user of a client. Amounts, hashes and the proof of each transfer stay.',
  usage: `transfer-link erase --user <id> [--client <client>] [--json]
       transfer-link erase --list [--json]
       --user    the user's id, as the client states it in a link
       --client  the client of the user. Required if several clients have a user with this id
       --list    the erasures that have not ended
       --json    the result as one JSON object on stdout
       Credentials, tokens and links are erased at once, and this cannot be undone. A running server erases the user and the
       addresses from each transfer that has ended for the time of "erasure" in the server's RETENTION. The RETENTION of this
       command's environment changes nothing. Run the command again if it was interrupted, and after a restore of an earlier
       backup.`,
  ifUnconfirmed: 'Run the command again.',
  async run(args, terminal) {
    const [text, flag] = [{ type: 'string' }, { type: 'boolean', default: false }] as const
    const { values } = parseArgs({ args, options: { user: text, client: text, list: flag, json: flag } })
    if (values.list === (values.user !== undefined)) throw new UsageError('Use exactly one of --user and --list.')
    await withClients(terminal, async (deps) => {
      if (values.user === undefined) return printErasures(deps, terminal, values.json)
      if ((await readRestore(deps.database.query)) !== null)
        throw new CommandFailure(
          'The database was restored, and the comparison of the lost time needs the credentials of its users. Erase the user once "transfer-link reconcile --confirm-restore" has ended the restore.',
        )
      const user = await findUser(deps, values.user, values.client)
      // Before the erasure, which runs in batches. The log must not keep the id of the user.
      await recordAction(terminal, deps, { action: 'user.erase', target: user.clientId })
      const { erasure, ...requested } = await requestErasure(deps, user)
      const left = await leftOf(deps.database.query, erasure)
      if (values.json) terminal.line(JSON.stringify({ ...requested, left }))
      else for (const line of reportLines(requested, left)) terminal.line(line)
    })
  },
}

/** Users of two clients with the same id are two people. */
async function findUser(deps: ClientDeps, userId: string, word: string | undefined): Promise<UserOfClient> {
  const { query } = deps.database
  const clients = word === undefined ? await listClients(query) : [await clientNamed(deps, word)]
  const found: { id: string; name: string }[] = []
  for (const client of clients) if (await isStored(query, { clientId: client.id, userId })) found.push(client)
  const [first, ...others] = found
  if (first === undefined) throw new CommandFailure(`Nothing is stored for the user “${escapeText(userId)}”.`)
  if (others.length === 0) return { clientId: first.id, userId }
  const names = found.map(({ id, name }) => `${escapeText(name)} (${id})`).join(', ')
  throw new CommandFailure(`Several clients have a user ${escapeText(userId)}: ${names}. Name one with --client.`)
}

async function isStored(query: Query, { clientId, userId }: UserOfClient): Promise<boolean> {
  const tables = ['erasure', 'sign_in', 'link', 'transfer', 'wallet_ownership', 'known_destination'] as const
  for (const table of tables) {
    const rows = query.selectFrom(table).select('client_id').where('client_id', '=', clientId)
    if ((await rows.where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined) return true
  }
  return (await accountsInEvents(query, { clientId, userId }, new Date())).length > 0
}

interface LeftToErase {
  transfers: number
  openTransfers: number
}

async function leftOf(query: Query, erasure: Erasure): Promise<LeftToErase> {
  const { all, open } = await countUnerased(query, erasure)
  return { transfers: all, openTransfers: open }
}

function reportLines(
  { signIns, tokens, links }: Omit<RequestedErasure, 'erasure'>,
  { transfers, openTransfers }: LeftToErase,
): string[] {
  const lines = [
    `Erased: the credentials of ${signIns} sign-ins, ${tokens} tokens, ${links} links with their sessions.`,
  ]
  if (openTransfers > 0)
    lines.push(`${openTransfers} transfers are open. Credentials that they need are erased when they end.`)
  lines.push(
    `Left: ${transfers} transfers, the user's id, and the names and ids of accounts. A running server erases them after the time of "erasure" in its RETENTION.`,
  )
  return lines
}

async function printErasures(deps: ClientDeps, terminal: Terminal, asJson: boolean): Promise<void> {
  const { query } = deps.database
  const erasures = await listErasures(query)
  const left = await Promise.all(erasures.map(async (erasure) => ({ ...erasure, left: await leftOf(query, erasure) })))
  if (asJson) return terminal.line(JSON.stringify(left))
  const nameOf = await namesOfClients(deps)
  for (const { clientId, userId, requestedAt, left: rest } of left) {
    const facts = `${rest.transfers} transfers left, ${rest.openTransfers} of them open`
    terminal.line(`${escapeText(userId)} of ${nameOf(clientId)}: requested ${requestedAt.toISOString()}, ${facts}`)
  }
  if (left.length === 0) terminal.line('No erasure is in progress.')
}
