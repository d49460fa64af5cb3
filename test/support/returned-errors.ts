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
 * Errors whose responses are not recorded: they come from a server in another process, over a stream, or from the engine or an
 * adapter without a server. With the test, below test/integration/server.
 */
const withoutRecordedResponse: Readonly<Record<string, string>> = {
  httpsRequired: 'http/forwarded-http.test.ts',
  idempotencyKeyInUse: 'http/idempotency-key.test.ts',
  shuttingDown: 'sigterm.test.ts',
  tooManyStreams: 'routes/link/event-streams.test.ts',
  keyUsedElsewhere: 'exchanges/kraken/sign-in.test.ts',
  keyNeedsCodes: 'exchanges/kraken/sign-in.test.ts',
  walletMayHaveSent: 'wallets/ambiguous-payment.test.ts',
  walletSignatureInvalid: 'wallets/ownership.test.ts',
  walletReverted: 'wallets/poll-evm-wallet.test.ts',
  walletReplaced: 'wallets/poll-evm-wallet.test.ts',
}

/** The types of the catalogue that no server returned. */
export function neverReturned(folder: string): string[] {
  const returned = new Set([...readdirSync(folder), ...Object.keys(withoutRecordedResponse)])
  return Object.keys(errorCatalogue).filter((type) => !returned.has(type))
}
