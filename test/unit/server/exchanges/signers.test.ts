// Compares each signer with ccxt, at one fixed time: every endpoint that an adapter calls, without parameters, with typical ones,
// with nested ones and with letters beyond ASCII. The adapters' suites compare the calls themselves (compare-signatures.ts).
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { signBinance } from '../../../../server/exchanges/binance/signer.ts'
import { signBitget } from '../../../../server/exchanges/bitget/signer.ts'
import { signBybit } from '../../../../server/exchanges/bybit/signer.ts'
import { signCoinbase } from '../../../../server/exchanges/coinbase/signer.ts'
import { signGateIo } from '../../../../server/exchanges/gate-io/signer.ts'
import type { RequestToSign, Signer } from '../../../../server/exchanges/kit/signer.ts'
import { signKraken } from '../../../../server/exchanges/kraken/signer.ts'
import { signKuCoin } from '../../../../server/exchanges/ku-coin/signer.ts'
import { signOkx } from '../../../../server/exchanges/okx/signer.ts'
import type { Credentials } from '../../../../server/exchanges/sign-in.ts'
import { assertSignedAsByCcxt } from '../../../support/compare-signatures.ts'
import { exampleOf, signedEndpoints } from '../../../support/signed-endpoints.ts'

const secret = Buffer.from('the secret of a key').toString('base64')
const key: Credentials = { apiKey: 'key-1', apiSecret: secret, passphrase: 'a pass/phrase' }
const pem = { type: 'pkcs8', format: 'pem' } as const
const coinbaseKey = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'sec1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** By the folder of the adapter: its signer, and the kinds of credentials that it accepts. */
const subjects: Record<string, { sign: Signer; credentials: readonly Credentials[]; signsForm?: true }> = {
  binance: { sign: signBinance, credentials: [key, { ...key, apiSecret: ed25519Key() }], signsForm: true },
  bitget: { sign: signBitget, credentials: [key] },
  bybit: { sign: signBybit, credentials: [key, { ...key, apiSecret: rsaKey() }] },
  coinbase: {
    sign: signCoinbase,
    credentials: [
      { accessToken: 'token-1' },
      { apiKey: 'organizations/1/apiKeys/2', apiSecret: coinbaseKey.privateKey },
    ],
  },
  'gate-io': { sign: signGateIo, credentials: [key] },
  kraken: { sign: signKraken, credentials: [key, { ...key, otp: 'second & password' }], signsForm: true },
  'ku-coin': { sign: signKuCoin, credentials: [key, { ...key, keyVersion: '3' }] },
  okx: { sign: signOkx, credentials: [key] },
}

function ed25519Key(): string {
  return generateKeyPairSync('ed25519').privateKey.export(pem).toString()
}

function rsaKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString()
}

const texts = { coin: 'USDC', limit: '100', after: '0', Beyond: 'x' }
const beyondAscii = { name: 'Žofie Ørsted 李', note: "it's (100 %)!* ~ a/b=c,d:e" }
const nested = {
  amount: '1.50',
  isInner: false,
  forceChain: 1,
  recipient: { names: ['Ada', 'Žofie'], of: { id: '1' } },
}
const nonce = Date.UTC(2026, 10, 23, 4, 5, 6, 789)

function compare(name: string, credentials: Credentials, request: Pick<RequestToSign, 'endpoint' | 'params'>): void {
  const { sign } = subjects[name] ?? assert.fail(name)
  for (const timed of [{}, { recvWindowMs: 12_345 }]) {
    for (const baseUrl of ['https://api.exchange.example', 'http://127.0.0.1:4000/emulators/one']) {
      const whole = { ...request, ...timed, baseUrl, nonce }
      assertSignedAsByCcxt(sign, whole, credentials, sign(whole, credentials))
    }
  }
}

for (const [name, { sign, credentials, signsForm }] of Object.entries(subjects)) {
  describe(`the signer of ${name}`, () => {
    const endpoints = (signedEndpoints[name] ?? assert.fail(name)).map(exampleOf)

    for (const endpoint of endpoints) {
      const isRead = endpoint.startsWith('GET ')
      const cases = [{}, texts, beyondAscii, ...(isRead || signsForm ? [] : [nested, { ...nested, ...beyondAscii }])]
      test(`signs ${endpoint} as ccxt does`, () => {
        for (const each of credentials) for (const params of cases) compare(name, each, { endpoint, params })
      })
    }

    test('is compared for reads and for orders', () => {
      assert.ok(endpoints.length >= 5, endpoints.join())
      assert.ok(endpoints.some((endpoint) => endpoint.startsWith('POST ')))
    })

    test('refuses credentials with an empty part, and names it without any value', () => {
      const [whole = {}] = credentials
      for (const missing of Object.keys(whole)) {
        if (missing === 'passphrase' && !/bitget|ku-coin|okx/.test(name)) continue
        const request = { endpoint: 'POST /orders', params: texts, baseUrl: 'https://exchange.example', nonce } as const
        assert.throws(
          () => sign(request, { ...whole, [missing]: '' }),
          (error: Error) => !Object.values(whole).some((value) => value !== '' && error.message.includes(value)),
          missing,
        )
      }
    })

    test('refuses a nested parameter where it could not be read back', () => {
      const get = { endpoint: 'GET /rows', params: nested, baseUrl: 'https://exchange.example', nonce } as const
      for (const endpoint of signsForm ? (['GET /rows', 'POST /orders'] as const) : (['GET /rows'] as const)) {
        assert.throws(() => sign({ ...get, endpoint }, credentials[0] ?? {}), TypeError)
      }
    })

    test('gives no value a second meaning', () => {
      const params = { coin: 'USDC&amount=999#', chain: 'Base' }
      const endpoint = signsForm ? 'POST /orders' : 'GET /rows'
      const request = { endpoint, params, baseUrl: 'https://exchange.example', nonce } as const
      // Bybit's cursors are sent as they are, so it refuses the value instead.
      if (name === 'bybit') return assert.throws(() => sign(request, key), TypeError)
      const { url, text } = sign(request, credentials[0] ?? {})
      const sent = new URLSearchParams(signsForm ? text : new URL(url).search)
      assert.deepEqual([sent.get('coin'), sent.get('amount')], [params.coin, null])
    })
  })
}

test('a private key of Kraken that is not base64 is refused instead of signed with as another key', () => {
  const request = {
    endpoint: 'POST /0/private/Balance',
    params: {},
    baseUrl: 'https://exchange.example',
    nonce,
  } as const
  for (const apiSecret of ['not base64!', 'YWJj ZGVm', 'YWJj-_']) {
    assert.throws(() => signKraken(request, { ...key, apiSecret }), TypeError)
  }
})
