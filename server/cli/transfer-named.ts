import type { Query } from '../storage/storage.ts'
import { type Transfer, transferById } from '../transfers/transfer-store.ts'
import { CommandFailure } from './command.ts'

/** Finds a transfer by its id. */
export async function transferNamed(query: Query, id: string): Promise<Transfer> {
  const transfer = await transferById(query, id)
  if (transfer === undefined)
    throw new CommandFailure('There is no such transfer. Run "transfer-link transfer list" for ids.')
  return transfer
}
