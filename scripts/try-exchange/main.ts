// `npm run try-exchange -- <name>`: an adapter against the live exchange, with a user's key, reading only.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Credentials } from '../../server/exchanges/exchange.ts'
import { exchangeLimits } from '../../server/limits/exchange-limits.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { subjects } from '../../test/proofs/broken-responses/subjects.ts'
import { oneOf, readCommandLine, refuse } from '../command-line.ts'
import { differencesBetween, type Findings, findingsOf } from './findings.ts'
import { fieldsOf, readCredentials, variablePrefix } from './read-credentials.ts'
import { type ExchangeName, exchangeNames, readingLists } from './reading-endpoints.ts'
import { readingFetch } from './reading-fetch.ts'
import { holdsSecret, writeRecording } from './recording.ts'
import { runChecks } from './run-checks.ts'

const names = Object.keys(readingLists) as ExchangeName[]
const usage = `Usage: npm run try-exchange -- <name> [--base-url <url>]

  Checks an adapter against the live exchange: sign-in, holdings, routes, fees, saved addresses and history. It compares
  each response with the emulator, prints what differs, and writes a redacted recording to .data/try-exchange/.
  Names: ${names.join(', ')}, in any case.
  gate and binanceInternational are accepted, too.

  It moves nothing. Every request that is not on the exchange's list of reading endpoints
  (scripts/try-exchange/reading-endpoints.ts) is refused before it is sent, and printed.

  Create a read-only key for this check alone, and delete it afterwards. The key comes from
    the environment   one variable per sign-in field: ${variablePrefix}API_KEY, ${variablePrefix}API_SECRET,
                      ${variablePrefix}PASSPHRASE (OKX, KuCoin, Bitget), ${variablePrefix}SITE (OKX, Bybit, KuCoin, Gate),
                      ${variablePrefix}OTP (Kraken)
    standard input    a JSON object such as {"apiKey": "…", "apiSecret": "…"}
    a prompt          that does not show what is typed
  and never from the command line.

  kraken returns routes, fees, saved addresses and history only to keys with the permission Withdraw.
  coinbase signs in by OAuth: give an access token with the scopes wallet:user:read, wallet:accounts:read and
  wallet:transactions:read as ${variablePrefix}ACCESS_TOKEN or "accessToken". The OAuth sign-in itself is not checked.

  --base-url <url>    an emulator in place of the exchange. \`npm start\` has one of each: http://localhost:4002/emulators/kraken,
                      /okx and so on, with keys from http://localhost:4002/api-keys

  Exit status: 0 when nothing differs, 1 when something differs or failed, 2 for a wrong command line.`

const { values, positionals } = readCommandLine(usage, {
  allowPositionals: true,
  options: { 'base-url': { type: 'string' } },
})
const baseUrl = values['base-url'] ?? null
if (positionals.length !== 1) refuse('Name one exchange.', usage)
if (baseUrl !== null && !URL.canParse(baseUrl)) refuse('--base-url takes a URL.', usage)
const given = positionals[0] ?? ''
const name = oneOf(names, exchangeNames[given.toLowerCase()] ?? given, 'exchange', usage)
const list = readingLists[name]
// From here on, nothing in this process can send anything else.
const reading = readingFetch(list, baseUrl)
globalThis.fetch = reading.fetch

try {
  process.exitCode = await tryExchange()
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The check failed.')
  process.exitCode = 1
}

async function tryExchange(): Promise<number> {
  const database = await openSqlite(':memory:')
  const tools = {
    ...exchangeLimits(database, () => new Date()),
    networks: networkCatalogue(baseUrl === null ? 'production' : 'sandbox'),
  }
  const exchange = subjects[name]?.adapter(tools, baseUrl === null ? {} : { baseUrl })
  if (exchange === undefined) throw new Error(`There is no adapter for ${name}.`)
  const credentials = await readCredentials(fieldsOf(exchange.signIn))
  const print = printerWithout(credentials)
  const emulator = await recordEmulator()
  const steps = await runChecks(exchange, credentials, new Date())
  await database.close()
  for (const { step, ok, result } of steps) print(`${ok ? '✓' : '✗'} ${step}: ${result}`)
  for (const request of reading.refused) print(`✗ refused, not a reading endpoint: ${request}`)
  const findings = findingsOf(reading.responses)
  const differences = differencesBetween(emulator, findings, list)
  for (const difference of differences) print(`≠ ${difference}`)
  const isCompared = Object.keys(findings.shapes).length > 0
  if (!isCompared) print('Nothing was compared: the exchange returned no data.')
  else if (differences.length === 0) print('No response differs from the emulator.')
  const file = writeRecording({ name, steps, differences, responses: reading.responses }, credentials)
  print(`Redacted recording: ${file}`)
  return isCompared && differences.length === 0 && reading.refused.length === 0 && steps.every(({ ok }) => ok) ? 0 : 1
}

/** In a process that never has the key. */
async function recordEmulator(): Promise<Findings> {
  const environment = Object.entries(process.env).filter(([variable]) => !variable.startsWith(variablePrefix))
  const file = join(import.meta.dirname, 'record-emulator.ts')
  const options = { env: Object.fromEntries(environment), maxBuffer: 50_000_000, timeout: 120_000 }
  const { stdout } = await promisify(execFile)(process.execPath, [file, name], options)
  return JSON.parse(stdout) as Findings
}

function printerWithout(credentials: Credentials): (line: string) => void {
  return (line) => {
    if (holdsSecret(line, credentials)) throw new Error('A line with a part of the key was not printed.')
    console.log(line)
  }
}
