// The database of a suite's tests: the embedded one in memory, unless the suite names another.
import { after, before } from 'node:test'
import { openSqlite } from '../../server/storage/sqlite.ts'
import type { Database } from '../../server/storage/storage.ts'

const openInMemory = () => openSqlite(':memory:')
let open: () => Promise<Database> = openInMemory

/** For the suite that calls it, before its own hooks. Suites of other files in the same process are not affected. */
export function useStorage(opener: () => Promise<Database>): void {
  before(() => {
    open = opener
  })
  after(() => {
    open = openInMemory
  })
}

export function openStorageUnderTest(): Promise<Database> {
  return open()
}
