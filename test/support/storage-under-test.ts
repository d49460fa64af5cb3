// Which database the tests of this process run over. A file about another one says so, then loads the same tests.
import { openSqlite } from '../../server/storage/sqlite.ts'
import type { Database } from '../../server/storage/storage.ts'

let open: () => Promise<Database> = () => openSqlite(':memory:')

export function useStorage(opener: () => Promise<Database>): void {
  open = opener
}

export function openStorageUnderTest(): Promise<Database> {
  return open()
}
