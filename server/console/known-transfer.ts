import { isUuid } from '../contract/ids.ts'
import { type Transfer, transferById } from '../transfers/transfer-store.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { ConsoleError } from './console-error.ts'

/** The transfer that a path names. Throws `notFound`. */
export async function knownTransfer({ database: { query } }: ConsoleDeps, id = ''): Promise<Transfer> {
  const key = id.toLowerCase()
  const transfer = isUuid(id) ? await transferById(query, key) : undefined
  if (transfer === undefined) throw new ConsoleError('notFound', { message: 'There is no transfer with this id.' })
  return transfer
}
