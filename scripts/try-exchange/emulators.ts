// The emulator of each exchange, with a user who has sent something.
import { subjects } from '../../test/answers/subjects.ts'
import { type DialectExchange, orderOf, usualTerms } from '../../test/support/dialect-exchange.ts'
import type { ExchangeName } from './reading-endpoints.ts'

export const emulatedLogin = 'user_good'

/** By the machine's clock, as the command's own. */
export async function startEmulator(name: ExchangeName | 'bitgetUnified'): Promise<DialectExchange> {
  const subject = subjects[name]
  if (subject === undefined) throw new Error(`There is no emulator of ${name}.`)
  const emulator = await subject.start()
  Object.defineProperty(emulator.sandbox.clock, 'now', { get: () => Date.now(), set() {} })
  const { address } = usualTerms
  const saved = { login: emulatedLogin, label: 'mine', network: 'base', address }
  await emulator.sandbox.call('POST', '/console/addresses', saved)
  const credentials = await emulator.credentialsOf(emulatedLogin)
  const outcome = await emulator.exchange.withdraw(credentials, '', await orderOf(emulator, credentials))
  if (outcome.kind !== 'accepted') throw new Error(`The emulator of ${name} did not accept an order: ${outcome.kind}.`)
  return emulator
}
