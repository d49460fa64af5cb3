// `npm run try-exchange -- <name>`: tests an adapter against the live exchange with a user's key. It only reads.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oneOf, readCommandLine, refuse } from '../command-line.ts'
import { variablePrefix } from './read-credentials.ts'
import { type ExchangeName, exchangeNames, readingLists } from './reading-endpoints.ts'
import { readingFetch } from './reading-fetch.ts'
import type { ResponseProfile } from './response-profile.ts'
import { tryExchange } from './try-exchange.ts'

const names = Object.keys(readingLists) as ExchangeName[]
const usage = `Usage: npm run try-exchange -- <name> [--base-url <url>]

  Checks an adapter against the live exchange: sign-in, holdings, routes, fees, saved addresses and history. It compares
  each response with the emulator, prints what differs, and writes a redacted recording to .data/try-exchange/.
  Names: ${names.join(', ')}, in any case.
  gate and binanceInternational are accepted, too.

  It moves no funds. Every request that is not on the exchange's list of reading endpoints
  (scripts/try-exchange/reading-endpoints.ts) is refused before it is sent, and printed.

  Create a read-only key for this check only, and delete it afterwards. The key is read from
    the environment   one variable per sign-in field: ${variablePrefix}API_KEY, ${variablePrefix}API_SECRET,
                      ${variablePrefix}PASSPHRASE (OKX, KuCoin, Bitget), ${variablePrefix}SITE (OKX, Bybit, KuCoin, Gate),
                      ${variablePrefix}OTP (Kraken)
    standard input    a JSON object such as {"apiKey": "…", "apiSecret": "…"}
    a prompt          that does not show what is typed
  and never from the command line.

  kraken returns routes, fees, saved addresses and history only to keys with the permission Withdraw.
  coinbase signs in by OAuth: pass an access token with the scopes wallet:user:read, wallet:accounts:read and
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
if (baseUrl !== null && !URL.canParse(baseUrl)) refuse('--base-url must be a URL.', usage)
const word = positionals[0] ?? ''
const name = oneOf(names, { text: exchangeNames[word.toLowerCase()] ?? word, what: 'exchange', usage })
// From here on, this process can send only the requests of the reading list.
const reading = readingFetch(readingLists[name], baseUrl)
globalThis.fetch = reading.fetch

process.exitCode = await tryExchange({
  name,
  baseUrl,
  reading,
  key: { environment: process.env, input: process.stdin, isTerminal: process.stdin.isTTY },
  recordEmulator,
  folder: '.data/try-exchange',
  line: (text) => console.log(text),
  error: (text) => console.error(text),
})

/** Runs in a process without the key. */
async function recordEmulator(): Promise<ResponseProfile> {
  const environment = Object.entries(process.env).filter(([variable]) => !variable.startsWith(variablePrefix))
  const file = join(import.meta.dirname, 'record-emulator.ts')
  const options = { env: Object.fromEntries(environment), maxBuffer: 50_000_000, timeout: 120_000 }
  const { stdout } = await promisify(execFile)(process.execPath, [file, name], options)
  return JSON.parse(stdout) as ResponseProfile
}
