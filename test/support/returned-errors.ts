// The error types that servers returned to the tests of one run. The processes of a run share a folder, with a file for each type.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalogue } from '../../server/contract/errors.ts'

const folderVariable = 'TEST_RETURNED_ERRORS'
const recorded = new Set<string>()

/** From now on, processes started by this one record the errors they receive. */
export function startRecording(folder: string): void {
  mkdirSync(folder, { recursive: true })
  process.env[folderVariable] = folder
}

/** Records the error types of a response. Without a run that records, it does nothing. */
export function recordErrors(text: string): void {
  const folder = process.env[folderVariable]
  if (folder === undefined) return
  for (const [, type = ''] of text.matchAll(/"errorType":"(\w+)"/gi)) {
    if (!recorded.has(type)) writeFileSync(join(folder, type), '')
    recorded.add(type)
  }
}

/**
 * How a payment ends that its chain refuses, or that its owner replaces. The tests in wallets/poll-evm-wallet.test.ts make a chain do so
 * under the engine, without a server.
 */
const onlyOfTheEngine = ['walletReverted', 'walletReplaced']

/** The types of the catalogue that no server returned. */
export function neverReturned(folder: string): string[] {
  const returned = new Set([...readdirSync(folder), ...onlyOfTheEngine])
  return Object.keys(errorCatalogue).filter((type) => !returned.has(type))
}
