import { parseArgs } from 'node:util'
import { escapeText } from '../contract/plain-text.ts'
import type { Query } from '../storage/storage.ts'
import { transfersNeedingAttention } from '../transfers/attention.ts'
import { type Transfer, transferOf } from '../transfers/transfer-store.ts'
import { type Command, UsageError } from './command.ts'
import { withStorage } from './with-storage.ts'

const usualLimit = 50

export const listTransfersCommand: Command = {
  name: 'transfer list',
  summary: 'Lists transfers, newest first; with --attention those that need an operator, oldest first.',
  usage: `transfer-link transfer list [--attention] [--limit <n, ${usualLimit} if not given>]`,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { attention: { type: 'boolean' }, limit: { type: 'string' } } })
    const limit = limitOf(values.limit)
    await withStorage(terminal, async ({ query }) => {
      const transfers = values.attention ? await transfersNeedingAttention(query) : await newestTransfers(query, limit)
      for (const transfer of transfers) terminal.line(lineOf(transfer))
      if (transfers.length > 0) return
      terminal.line(values.attention ? 'No transfer needs an operator.' : 'There are no transfers yet.')
    })
  },
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return usualLimit
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--limit must be a whole number between 1 and 999999.')
  return Number(text)
}

/** The transfers of all clients, including those that the API does not list. */
async function newestTransfers(query: Query, limit: number): Promise<Transfer[]> {
  const select = query.selectFrom('transfer').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  return (await select.limit(limit).execute()).map(transferOf)
}

function lineOf({ id, createdAt, state, terms, attention }: Transfer): string {
  const what = `${terms.amount} ${escapeText(terms.symbol)} on ${terms.networkName}`
  return [id, createdAt.toISOString(), state.padEnd(10), what, attention ?? ''].join('  ').trimEnd()
}
