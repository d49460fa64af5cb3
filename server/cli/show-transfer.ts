import { parseArgs } from 'node:util'
import { escapeText } from '../contract/plain-text.ts'
import type { Query } from '../storage/storage.ts'
import { proposalOf } from '../transfers/resolve-proposals.ts'
import { eventsOf } from '../transfers/timeline.ts'
import { statusOf } from '../transfers/transfer-status.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { verifyTimeline } from '../transfers/verify-timelines.ts'
import { type Command, UsageError } from './command.ts'
import { transferNamed } from './transfer-named.ts'
import { withStorage } from './with-storage.ts'

export const showTransferCommand: Command = {
  name: 'transfer show',
  summary: 'Shows one transfer: its terms, every attempt to send it, and its timeline.',
  usage: 'transfer-link transfer show <id>',
  async run(args, terminal) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const [id, ...rest] = positionals
    if (id === undefined || rest.length > 0) throw new UsageError('Name one transfer by its id.')
    await withStorage(terminal, async ({ query }) => {
      const transfer = await transferNamed(query, id)
      for (const line of await linesOf(query, transfer)) terminal.line(line)
    })
  },
}

async function linesOf(query: Query, transfer: Transfer): Promise<string[]> {
  const events = await eventsOf(query, transfer.id)
  return [
    ...[...factsOf(transfer), ...(await proposalFacts(query, transfer))].map(
      ([name, value]) => `${name.padEnd(12)}  ${escapeText(value)}`,
    ),
    '',
    'Attempts',
    ...(await attemptLines(query, transfer.id)),
    '',
    'Timeline',
    ...events.map(
      ({ n, at, kind, detail }) =>
        `  ${n}  ${at.toISOString()}  ${escapeText(kind)}  ${escapeText(JSON.stringify(detail))}`,
    ),
    chainVerdict(await verifyTimeline(query, transfer.id)),
  ]
}

function factsOf(transfer: Transfer): [string, string][] {
  const { terms } = transfer
  const tag = terms.addressTag === '' ? '' : `, tag ${terms.addressTag}`
  const facts: [string, string | null][] = [
    ['transfer', transfer.id],
    ['state', `${transfer.state} (${statusOf(transfer.state)})`],
    ['attention', transfer.attention],
    ['amount', `${terms.amount} ${terms.symbol} on ${terms.networkName}`],
    ['to', `${terms.toAddress}${tag}`],
    ['from', `${transfer.exchangeType}, account ${transfer.accountId}`],
    ['user', `${transfer.userId} of client ${transfer.clientId}`],
    ['reference', transfer.transactionId],
    ['withdrawal', transfer.withdrawalId],
    ['hash', transfer.hash],
    ['waits for', transfer.state === 'RequiresAction' ? (transfer.requiredAction?.kind ?? 'mfaRequired') : null],
    ['error', transfer.errorType],
    ['created', transfer.createdAt.toISOString()],
    ['changed', transfer.updatedAt.toISOString()],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '')
}

async function proposalFacts(query: Query, { id }: Transfer): Promise<[string, string][]> {
  const proposal = await proposalOf(query, id)
  if (proposal === undefined) return []
  const { resolution, operator, proposedAt, evidence } = proposal
  return [['proposed', `${resolution.kind}, by ${operator} at ${proposedAt.toISOString()}: ${evidence}`]]
}

async function attemptLines(query: Query, transferId: string): Promise<string[]> {
  const select = query.selectFrom('attempt').selectAll().where('transfer_id', '=', transferId).orderBy('n')
  return (await select.execute()).map((row) => {
    const [from, until] = [new Date(row.created_at).toISOString(), new Date(row.valid_until).toISOString()]
    return `  ${row.n}  ${from}  valid until ${until}  our reference ${row.client_reference}  ${row.outcome ?? 'no response recorded'}`
  })
}

function chainVerdict(broken: number | null): string {
  return broken === null
    ? '  The hash chain is intact.'
    : `  The hash chain is broken at event ${broken}: the event was changed.`
}
