// Prints the findings of an emulator, as JSON. It is a separate process: the process that has the user's key sends reading requests only.
import { openSqlite } from '../../server/storage/sqlite.ts'
import { subjects } from '../../test/proofs/broken-responses/subjects.ts'
import { testTools } from '../../test/support/emulator-exchange.ts'
import { emulatedLogin, startEmulator } from './emulators.ts'
import { findingsOf } from './findings.ts'
import { type ExchangeName, readingLists } from './reading-endpoints.ts'
import { readingFetch } from './reading-fetch.ts'
import { runChecks } from './run-checks.ts'

const name = process.argv[2] as ExchangeName
const emulator = await startEmulator(name)
const credentials = await emulator.credentialsOf(emulatedLogin)
// The emulator's adapter has cached responses, so they would not be recorded.
const tools = testTools(await openSqlite(':memory:'), emulator.sandbox.clock)
const exchange = subjects[name]?.adapter(tools, { baseUrl: emulator.url }) ?? emulator.exchange
const send = globalThis.fetch
const reading = readingFetch(readingLists[name], emulator.url)
const check = async () => {
  globalThis.fetch = reading.fetch
  await runChecks(exchange, credentials, new Date())
  globalThis.fetch = send
}
await check()
// Withdrawals in other states have other fields.
for (const fault of ['toldPending', 'toldFailed', 'toldCanceled', 'internalTransfer', 'noHash']) {
  await emulator.fault({ [fault]: true, scope: 'list' })
  await check()
}
process.stdout.write(JSON.stringify(findingsOf(reading.responses)), () => process.exit(0))
