// The emulator of each exchange, with a user who has sent something.
import type { Credentials } from '../../server/exchanges/exchange.ts'
import { subjects } from '../../test/proofs/broken-responses/subjects.ts'
import { type EmulatorExchange, orderOf, usualTerms } from '../../test/support/emulator-exchange.ts'
import type { ExchangeName } from './reading-endpoints.ts'

export const emulatedLogin = 'user_good'

/** By the machine's clock, as the command's own. */
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

/** As they are stored after a sign-in, which may add what it found out about the key. */
export async function signInAt({ exchange, credentialsOf }: EmulatorExchange): Promise<Credentials> {
  const fields = await credentialsOf(emulatedLogin)
  if (exchange.signIn.scheme === 'oauth') return fields
  const result = await exchange.startSignIn(fields, { url: 'http://localhost/', state: '' })
  if (result.state !== 'connected') throw new Error(`The emulator did not accept the sign-in: ${result.state}.`)
  return result.credentials
}
