// Starts the emulator of each exchange, with a user who has sent withdrawals.
import type { Credentials } from '../../server/exchanges/sign-in.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { subjects } from '../../test/proofs/broken-responses/subjects.ts'
import { type EmulatorExchange, orderOf, testTools, usualTerms } from '../../test/support/emulator-exchange.ts'
import { type ExchangeName, readingLists } from './reading-endpoints.ts'
import { readingFetch } from './reading-fetch.ts'
import { profileOf, type ResponseProfile } from './response-profile.ts'
import { runLiveChecks } from './run-live-checks.ts'

export const emulatedLogin = 'user_good'

/** Starts the emulator with the machine's clock, as the command requires. */
export async function startEmulator(name: ExchangeName | 'bitgetUnified'): Promise<EmulatorExchange> {
  const subject = subjects[name]
  if (subject === undefined) throw new Error(`There is no emulator of ${name}.`)
  const emulator = await subject.start()
  Object.defineProperty(emulator.sandbox.clock, 'now', { get: () => Date.now(), set() {} })
  const { address } = usualTerms
  const saved = { login: emulatedLogin, label: 'mine', network: 'base', address }
  await emulator.sandbox.call('POST', '/console/addresses', saved)
  const credentials = await signInAt(emulator)
  const outcome = await emulator.exchange.withdraw(credentials, '', await orderOf(emulator, credentials))
  if (outcome.kind !== 'accepted') throw new Error(`The emulator of ${name} did not accept an order: ${outcome.kind}.`)
  return emulator
}

/** Returns the credentials as stored after a sign-in, which may add properties of the key. */
export async function signInAt({ exchange, credentialsOf }: EmulatorExchange): Promise<Credentials> {
  const fields = await credentialsOf(emulatedLogin)
  if (exchange.signIn.scheme === 'oauth') return fields
  const result = await exchange.startSignIn(fields, { url: 'http://localhost/', state: '' })
  if (result.state !== 'connected') throw new Error(`The emulator did not accept the sign-in: ${result.state}.`)
  return result.credentials
}

/** The emulator's responses to the requests of a check, including withdrawals of every state. */
export async function profileOfEmulator(name: ExchangeName): Promise<ResponseProfile> {
  const emulator = await startEmulator(name)
  const credentials = await emulator.credentialsOf(emulatedLogin)
  // The emulator's adapter has cached responses, so they would not be recorded.
  const database = await openSqlite(':memory:')
  const tools = testTools(database, emulator.sandbox.clock)
  const exchange = subjects[name]?.adapter(tools, { baseUrl: emulator.url }) ?? emulator.exchange
  const send = globalThis.fetch
  const reading = readingFetch(readingLists[name], emulator.url)
  const check = async () => {
    globalThis.fetch = reading.fetch
    await runLiveChecks(exchange, credentials, new Date())
    globalThis.fetch = send
  }
  await check()
  // Withdrawals in other states have other fields.
  for (const fault of ['listedAsPending', 'listedAsFailed', 'listedAsCanceled', 'internalTransfer', 'noHash']) {
    await emulator.fault({ [fault]: true, scope: 'list' })
    await check()
  }
  await Promise.all([emulator.close(), database.close()])
  return profileOf(reading.responses)
}
