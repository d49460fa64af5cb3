// `npm run try-exchange` against the emulator of each exchange.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { projectRoot } from '../../../../scripts/command.ts'
import { emulatedLogin, profileOfEmulator, startEmulator } from '../../../../scripts/try-exchange/emulators.ts'
import { type ExchangeName, exchangeNames, readingLists } from '../../../../scripts/try-exchange/reading-endpoints.ts'
import { readingFetch } from '../../../../scripts/try-exchange/reading-fetch.ts'
import { profileOf, type ResponseProfile } from '../../../../scripts/try-exchange/response-profile.ts'
import { tryExchange } from '../../../../scripts/try-exchange/try-exchange.ts'
import type { EmulatorExchange } from '../../../support/emulator-exchange.ts'
import { proofTest, shareOf } from '../../../support/length.ts'

const folder = mkdtempSync(join(tmpdir(), 'try-exchange-'))
after(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: unknown
  out: string
  recording: string
}

type Key = Record<string, string> | null
type Source = 'environment' | 'stdin'

const emulatorProfiles = new Map<ExchangeName, Promise<ResponseProfile>>()

/** The command's main function, in this process. */
async function tryHere(given: string, baseUrl: string, key: Key, by: Source): Promise<Ended> {
  const name = exchangeNames[given.toLowerCase()] ?? (given as ExchangeName)
  const cwd = mkdtempSync(join(folder, 'here-'))
  let out = ''
  const print = (text: string) => {
    out += `${text}\n`
  }
  const send = globalThis.fetch
  const reading = readingFetch(readingLists[name], baseUrl)
  globalThis.fetch = reading.fetch
  const code = await tryExchange({
    ...{ name, baseUrl, reading, folder: cwd, line: print, error: print },
    key: {
      environment: by === 'environment' ? variablesOf(key) : {},
      input: Readable.from(by === 'stdin' && key !== null ? [JSON.stringify(key)] : []),
      isTerminal: false,
    },
    async recordEmulator() {
      globalThis.fetch = send
      const recorded = emulatorProfiles.get(name) ?? profileOfEmulator(name)
      emulatorProfiles.set(name, recorded)
      return recorded.finally(() => {
        globalThis.fetch = reading.fetch
      })
    },
  })
  globalThis.fetch = send
  return { code, out, recording: recordingIn(cwd) }
}

/** The command itself. */
function runCommand(name: string, url: string, key: Key): Promise<Ended> {
  const cwd = mkdtempSync(join(folder, 'command-'))
  const env = { ...process.env, ...variablesOf(key) }
  const args = [join(projectRoot, 'scripts/try-exchange/main.ts'), name, '--base-url', url]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, timeout: 120_000 }, (failure, out, error) => {
      const code = failure === null ? 0 : (failure.code ?? failure.signal)
      resolve({ code, out: out + error, recording: recordingIn(join(cwd, '.data/try-exchange')) })
    })
  })
}

function variablesOf(key: Key): Record<string, string> {
  const named = Object.entries(key ?? {}).map(([field, value]) => [
    `TRY_EXCHANGE_${field.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`,
    value,
  ])
  return Object.fromEntries(named)
}

/** Empty where the check stopped before. */
function recordingIn(path: string): string {
  const [file] = existsSync(path) ? readdirSync(path) : []
  return file === undefined ? '' : readFileSync(join(path, file), 'utf8')
}

async function keyOf(emulator: EmulatorExchange, login = emulatedLogin): Promise<Record<string, string>> {
  const { apiKey, apiSecret, passphrase, accessToken } = await emulator.credentialsOf(login)
  const parts = { apiKey, apiSecret, passphrase, accessToken }
  return Object.fromEntries(Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** In front of an emulator, with some responses changed. */
async function startProxy(url: string, change: (path: string, body: string) => string) {
  // A check replaces the global one.
  const send = globalThis.fetch
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !/^(host|connection|content-length)$/.test(name) ? [[name, value]] : [],
      ),
    )
    const init = { method: request.method ?? 'GET', headers }
    const relayed = await send(url + request.url, parts.length === 0 ? init : { ...init, body: Buffer.concat(parts) })
    response.writeHead(relayed.status, { 'content-type': 'application/json' })
    response.end(change(request.url ?? '', await relayed.text()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

async function passes(name: ExchangeName, run: (url: string, key: Record<string, string>) => Promise<Ended>) {
  const emulator = await startEmulator(name)
  const key = await keyOf(emulator)
  const before = await emulator.counts()
  const { code, out, recording } = await run(emulator.url, key)
  assert.deepEqual(await emulator.counts(), before)
  await emulator.close()
  assert.match(out, /^No response differs from the emulator\.$/m, out)
  assert.equal(code, 0, out)
  for (const step of ['health', 'prices', 'sign-in', 'holdings and routes', 'history', 'fees', 'saved addresses']) {
    assert.match(out, new RegExp(`^✓ ${step}`, 'm'), out)
  }
  assert.doesNotMatch(out, /not checked: no holding/)
  const { responses } = JSON.parse(recording) as { responses: { endpoint: string; body: unknown }[] }
  assert.ok(responses.length >= 5)
  for (const value of Object.values(key)) {
    assert.ok(value.length > 5 && !out.includes(value) && !recording.includes(value))
  }
  // The user's balance, address and withdrawal id of the emulator.
  assert.doesNotMatch(recording, /20000\.5|Df979ae7B879210cD0c28acd5827F59d7c8Bc25d/i)
}

for (const [n, name] of shareOf(Object.keys(readingLists) as ExchangeName[], 1).entries()) {
  test(`${name}: every step succeeds, nothing differs, and no part of the key is printed or recorded`, () =>
    passes(name, (url, key) => tryHere(name, url, key, n % 2 === 0 ? 'environment' : 'stdin')))
}

proofTest('the command itself does the same, by a name in any case', () =>
  passes('kuCoin', (url, key) => runCommand('KUCOIN', url, key)),
)

test('planted differences are printed: a new field, a missing one, another type, unknown words', async (t) => {
  const emulator = await startEmulator('kraken')
  t.after(() => emulator.close())
  const change = (path: string, text: string): string => {
    const body = JSON.parse(text)
    if (path.endsWith('/GetApiKeyInfo')) {
      body.result.key_color = 'blue'
      delete body.result.last_used
    }
    if (path.endsWith('/WithdrawMethods')) body.result[0].network = 'Beam Mainnet'
    if (path.endsWith('/WithdrawStatus')) {
      body.result.withdrawals[0].status = 'Vanished'
      body.result.withdrawals[0].amount = 25.5
    }
    return JSON.stringify(body)
  }
  const proxy = await startProxy(emulator.url, change)
  const { code, out, recording } = await tryHere('kraken', proxy.url, await keyOf(emulator), 'environment')
  proxy.close()
  assert.equal(code, 1)
  for (const line of [
    '≠ POST /0/private/GetApiKeyInfo, result.key_color: new field (text)',
    '≠ POST /0/private/GetApiKeyInfo, result.last_used: missing',
    '≠ POST /0/private/WithdrawStatus, result.withdrawals[].amount: number, expected text',
    '≠ unknown status: Vanished',
    '≠ unknown network: Beam Mainnet',
  ]) {
    assert.ok(out.split('\n').includes(line), `${line} is not in\n${out}`)
  }
  assert.doesNotMatch(recording, /blue/)
})

for (const name of shareOf(['binance', 'kuCoin'] as const, 1)) {
  test(`${name}: a read-only key is enough to read with, and the refusal is explained`, async (t) => {
    const emulator = await startEmulator(name)
    t.after(() => emulator.close())
    const key = await keyOf(emulator, 'user_readonly')
    const { code, out } = await tryHere(name, emulator.url, key, 'stdin')
    const refusal = `✓ sign-in: missingExchangePermission. ${emulator.exchange.name} does not allow withdrawals`
    assert.ok(out.includes(refusal), out)
    assert.match(out, /^✓ holdings and routes/m)
    assert.match(out, /^✓ history/m)
    assert.equal(code, 0, out)
  })
}

test('a wrong key fails with the code and the sentence of the catalogue', async (t) => {
  const emulator = await startEmulator('binance')
  t.after(() => emulator.close())
  const key = { ...(await keyOf(emulator)), apiSecret: 'x'.repeat(64) }
  const { code, out } = await tryHere('binanceInternational', emulator.url, key, 'stdin')
  const line = '✗ sign-in: signInRejected. Binance did not accept these details. Check them and try again.'
  assert.deepEqual([code, out.split('\n').includes(line)], [1, true], out)
})

test('an exchange that is down, and responses that state an error only, are no success', async (t) => {
  const emulator = await startEmulator('kraken')
  t.after(() => emulator.close())
  const proxy = await startProxy(emulator.url, () => JSON.stringify({ error: ['EService:Unavailable'], extra: 1 }))
  t.after(proxy.close)
  const { code, out } = await tryHere('KRAKEN', proxy.url, await keyOf(emulator), 'stdin')
  assert.equal(code, 1)
  assert.match(out, /^✗ health: down$/m, out)
  assert.match(out, /^No response was compared: the exchange returned no data\.$/m, out)
  assert.doesNotMatch(out, /^≠/m)
})

test('responses that state an error in their body are not compared', () => {
  const [endpoint] = readingLists.okx.endpoints
  assert.ok(endpoint !== undefined)
  const shapesOf = (body: unknown) =>
    Object.keys(profileOf([{ endpoint, status: 200, text: JSON.stringify(body) }]).shapes).length
  const refused = [
    { code: '50119', msg: 'no', data: [] },
    { code: 400003, msg: 'no' },
    { retCode: 10003, retMsg: 'no', result: {} },
    { error: ['EAPI:Invalid key'] },
    { errors: [{ id: 'invalid_token' }] },
  ]
  const accepted = [
    { code: '0', data: [] },
    { code: '00000', data: [] },
    { code: '200000', data: {} },
    { retCode: 0, result: {} },
    { error: [], result: {} },
    [{ code: 'BTC' }],
  ]
  assert.deepEqual([refused.map(shapesOf), accepted.map(shapesOf)], [refused.map(() => 0), accepted.map(() => 1)])
})

test('a key that is incomplete, absent or of no site is refused with the variable to set', async () => {
  const read = async (name: string, key: Record<string, string> | null, by: 'environment' | 'stdin') => {
    const { code, out } = await tryHere(name, 'http://127.0.0.1:9', key, by)
    return [code, out.trim().split('\n')[0]]
  }
  assert.deepEqual(await read('okx', { apiKey: 'k', apiSecret: 's' }, 'stdin'), [
    1,
    'Passphrase is missing: add "passphrase" to the JSON object on standard input.',
  ])
  assert.deepEqual(await read('gate', { apiSecret: 's' }, 'environment'), [
    1,
    'API key is missing: set TRY_EXCHANGE_API_KEY. Standard input is not read while a TRY_EXCHANGE_ variable is set.',
  ])
  assert.deepEqual(await read('okx', null, 'stdin'), [
    1,
    'No key was provided. Set TRY_EXCHANGE_API_KEY, TRY_EXCHANGE_API_SECRET and TRY_EXCHANGE_PASSPHRASE, or pass one JSON object such as {"apiKey": "…"} on standard input.',
  ])
  assert.deepEqual(await read('KuCoin', { apiKey: 'k', apiSecret: 's', passphrase: 'p', site: 'moon' }, 'stdin'), [
    1,
    'Site of your account must be one of global, eu, au.',
  ])
})
