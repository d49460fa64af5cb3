// Checks an adapter against an exchange, using only the requests that `reading` allows.
import type { Credentials } from '../../server/exchanges/sign-in.ts'
import { exchangeLimits } from '../../server/limits/exchange-limits.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { subjects } from '../../test/proofs/broken-responses/subjects.ts'
import { fieldsOf, type KeySource, readCredentials } from './read-credentials.ts'
import { type ExchangeName, readingLists } from './reading-endpoints.ts'
import type { ReadingFetch } from './reading-fetch.ts'
import { containsSecret, writeRecording } from './recording.ts'
import { differencesBetween, profileOf, type ResponseProfile } from './response-profile.ts'
import { runLiveChecks } from './run-live-checks.ts'

interface ExchangeCheck {
  name: ExchangeName
  /** An emulator in place of the exchange, if not null. */
  baseUrl: string | null
  /** Installed as the global `fetch` before the check. */
  reading: ReadingFetch
  key: KeySource
  recordEmulator: () => Promise<ResponseProfile>
  /** The folder of the recording. */
  folder: string
  line(text: string): void
  error(text: string): void
}

/** Returns the exit status: 0 without differences, otherwise 1. */
export async function tryExchange(check: ExchangeCheck): Promise<number> {
  try {
    return await compareWithEmulator(check)
  } catch (error) {
    check.error(error instanceof Error ? error.message : 'The check failed.')
    return 1
  }
}

async function compareWithEmulator({ name, baseUrl, reading, ...check }: ExchangeCheck): Promise<number> {
  const database = await openSqlite(':memory:')
  const tools = {
    ...exchangeLimits(database, () => new Date()),
    networks: networkCatalogue(baseUrl === null ? 'production' : 'sandbox'),
  }
  const exchange = subjects[name]?.adapter(tools, baseUrl === null ? {} : { baseUrl })
  if (exchange === undefined) throw new Error(`There is no adapter for ${name}.`)
  const credentials = await readCredentials(fieldsOf(exchange.signIn), check.key)
  const print = printerWithout(credentials, check.line)
  const emulator = await check.recordEmulator()
  const steps = await runLiveChecks(exchange, credentials, new Date())
  await database.close()
  for (const { step, ok, result } of steps) print(`${ok ? '✓' : '✗'} ${step}: ${result}`)
  for (const request of reading.refused) print(`✗ refused, not a reading endpoint: ${request}`)
  const profile = profileOf(reading.responses)
  const differences = differencesBetween(emulator, profile, readingLists[name])
  for (const difference of differences) print(`≠ ${difference}`)
  const isCompared = Object.keys(profile.shapes).length > 0
  if (!isCompared) print('No response was compared: the exchange returned no data.')
  else if (differences.length === 0) print('No response differs from the emulator.')
  const run = { name, steps, differences, responses: reading.responses }
  print(`Redacted recording: ${writeRecording(run, credentials, check.folder)}`)
  return isCompared && differences.length === 0 && reading.refused.length === 0 && steps.every(({ ok }) => ok) ? 0 : 1
}

function printerWithout(credentials: Credentials, line: (text: string) => void): (text: string) => void {
  return (text) => {
    if (containsSecret(text, credentials)) throw new Error('A line with a part of the key was not printed.')
    line(text)
  }
}
