// Compares every signature with ccxt's: the same call with the same credentials and nonce must have the same signature.
// `comparedWithCcxt` wraps the signer of an adapter under test, so each call of the adapter is compared.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { signBinance } from '../../server/exchanges/binance/signer.ts'
import { signBitget } from '../../server/exchanges/bitget/signer.ts'
import { signBybit } from '../../server/exchanges/bybit/signer.ts'
import { signCoinbase } from '../../server/exchanges/coinbase/signer.ts'
import { signGateIo } from '../../server/exchanges/gate-io/signer.ts'
import {
  encodedPairs,
  methodAndPath,
  type RequestToSign,
  type SignedRequest,
  type Signer,
} from '../../server/exchanges/kit/signer.ts'
import { signKraken } from '../../server/exchanges/kraken/signer.ts'
import { signKuCoin } from '../../server/exchanges/ku-coin/signer.ts'
import { signOkx } from '../../server/exchanges/okx/signer.ts'
import type { Credentials } from '../../server/exchanges/sign-in.ts'
import { isShortRun } from './length.ts'
import { assertListed } from './signed-endpoints.ts'

/** The part of ccxt's exchanges that signs. */
interface Library {
  api: object
  urls: { api: unknown }
  headers: Record<string, string>
  options: Record<string, unknown>
  sign(path: string, api: unknown, method: string, params: object): SignedByLibrary
}
interface SignedByLibrary {
  url: string
  method: string
  headers?: Record<string, string | undefined>
  body?: string
}

/** The folder of the adapter, and ccxt's name of the exchange. */
const names = new Map<Signer, readonly [adapter: string, ccxt: string]>([
  [signBinance, ['binance', 'binance']],
  [signBitget, ['bitget', 'bitget']],
  [signBybit, ['bybit', 'bybit']],
  [signCoinbase, ['coinbase', 'coinbase']],
  [signGateIo, ['gate-io', 'gate']],
  [signKraken, ['kraken', 'kraken']],
  [signKuCoin, ['ku-coin', 'kucoin']],
  [signOkx, ['okx', 'okx']],
])

/** Calls that ccxt does not define, as ccxt would define them. */
const furtherCalls: Record<string, object> = {
  binance: {
    sapi: {
      get: { 'localentity/questionnaire-requirements': 1, 'localentity/vasp': 1 },
      post: { 'localentity/withdraw/apply': 1 },
    },
    sapiV2: { get: { 'localentity/withdraw/history': 1 } },
  },
  kucoin: { private: { get: { 'withdrawals/{withdrawalId}': 1 } } },
}

/** Headers that attribute a request to ccxt. They are not signed. */
const brokerHeaders =
  /^(Referer|X-CHANNEL-API-CODE|X-Gate-Channel-Id|KC-API-PARTNER|KC-API-PARTNER-SIGN|KC-API-PARTNER-VERIFY)$/

/**
 * Returns the same signer. A signature that differs from ccxt's, and an endpoint that is not in signed-endpoints.ts, fail the
 * current test, even if the adapter catches the error. The short run compares the first three calls of each endpoint.
 */
export function comparedWithCcxt(sign: Signer): Signer {
  const comparisons = new Map<string, number>()
  return (request, credentials) => {
    const signed = sign(request, credentials)
    const before = comparisons.get(request.endpoint) ?? 0
    if (isShortRun && before === comparisonsInShortRun) return signed
    comparisons.set(request.endpoint, before + 1)
    try {
      assertSignedAsByCcxt(sign, request, credentials, signed)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
      throw error
    }
    return signed
  }
}

const comparisonsInShortRun = 3

export function assertSignedAsByCcxt(
  sign: Signer,
  request: RequestToSign,
  credentials: Credentials,
  signed: SignedRequest,
): void {
  const [adapter, name] = names.get(sign) ?? assert.fail('the signer has no counterpart in ccxt')
  assertListed(adapter, request.endpoint)
  const library = signerOf(name, request, credentials)
  const call = callOf(name, library, request)
  const expected = library.sign(call.path, call.api, call.method, paramsFor(name, call, request, credentials))
  const { headers: signedHeaders, ...rest } = signed
  const headers: Record<string, string | undefined> = { ...library.headers, ...expected.headers }
  for (const header of Object.keys(headers)) if (brokerHeaders.test(header)) delete headers[header]
  // ccxt does not encode KuCoin's values in the URL.
  const [ours, theirs] =
    name === 'kucoin' ? [decodeURIComponent(rest.url), expected.url] : [normal(rest.url), normal(expected.url)]
  // ccxt supports only version 2 of the keys.
  if (name === 'kucoin') headers['KC-API-KEY-VERSION'] = credentials.keyVersion ?? '2'
  if (headers.Authorization !== undefined && credentials.accessToken === undefined) {
    assertSameToken(signedHeaders.Authorization ?? '', headers.Authorization, credentials.apiSecret ?? '')
    headers.Authorization = signedHeaders.Authorization
  }
  assert.deepEqual(
    { ...rest, url: ours, headers: signedHeaders },
    {
      method: expected.method,
      url: theirs,
      headers,
      ...(expected.body === undefined ? {} : { text: expected.body }),
    },
    request.endpoint,
  )
}

/** The URL as it is sent. */
function normal(url: string): string {
  return new URL(url).href.replace(/\?$/, '')
}

/** An ES256 signature differs each time. It is verified, and the signed content is compared. */
function assertSameToken(ours: string, theirs: string, key: string): void {
  const [header, claims] = partsOf(ours)
  const [theirHeader, theirClaims] = partsOf(theirs)
  assert.match(String(header?.nonce), /^[0-9a-f]{32}$/)
  assert.deepEqual({ ...header, nonce: '' }, { ...theirHeader, nonce: '' })
  // ccxt leaves `http://` in the claim. No real exchange has such an address.
  assert.deepEqual(claims, { ...theirClaims, uri: String(theirClaims?.uri).replace('http://', '') })
  for (const token of [ours, theirs]) {
    const [, payload = '', signature = ''] = /^Bearer (.+)\.([^.]+)$/.exec(token) ?? []
    const publicKey = { key: createPublicKey(key), dsaEncoding: 'ieee-p1363' } as const
    assert.ok(verify('sha256', Buffer.from(payload), publicKey, Buffer.from(signature, 'base64url')), 'signature')
  }
}

function partsOf(token: string): Record<string, unknown>[] {
  const [header = '', claims = ''] = token.replace('Bearer ', '').split('.')
  return [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
}

const templates = new Map<string, Library>()

/** Makes no call and has no secrets. */
function templateOf(name: string): Library {
  const found = templates.get(name)
  if (found !== undefined) return found
  const file = new URL(`./src/${name}.js`, import.meta.resolve('ccxt'))
  const { default: Class } = createRequire(import.meta.url)(fileURLToPath(file))
  const template: Library = new Class({ api: furtherCalls[name] ?? {} })
  templates.set(name, template)
  return template
}

function signerOf(name: string, { nonce, baseUrl, recvWindowMs }: RequestToSign, credentials: Credentials): Library {
  const template = templateOf(name)
  const { apiKey, apiSecret: secret, passphrase: password, accessToken } = credentials
  const secrets = accessToken === undefined ? { apiKey, secret, password } : { token: accessToken }
  return Object.assign(Object.create(template), secrets, {
    nonce: () => nonce,
    seconds: () => Math.floor(nonce / 1_000),
    options: { ...template.options, ...(recvWindowMs === undefined ? {} : { recvWindow: recvWindowMs }) },
    urls: { ...template.urls, api: withBase(template.urls.api, baseUrl) },
  })
}

function withBase(api: unknown, baseUrl: string): unknown {
  if (typeof api === 'string') {
    return baseUrl + new URL(api.replace('{hostname}', 'host')).pathname.replace(/\/$/, '')
  }
  return Object.fromEntries(Object.entries(api as object).map(([name, each]) => [name, withBase(each, baseUrl)]))
}

interface LibraryCall {
  path: string
  api: unknown
  method: string
  pathParams: Record<string, string>
}
const calls = new Map<string, LibraryCall>()

/** ccxt's call with the same URL. */
function callOf(name: string, library: Library, { endpoint, baseUrl }: RequestToSign): LibraryCall {
  const found = calls.get(`${name} ${endpoint}`)
  if (found !== undefined) return found
  const { method, path } = methodAndPath(endpoint)
  for (const each of definedCalls(library.api, [])) {
    const parameters = [...each.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
    const pattern = each.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')
    const values = new RegExp(`/${pattern}$`).exec(path)
    if (each.method !== method || values === null) continue
    const pathParams = Object.fromEntries(parameters.map((parameter, n) => [parameter, values[n + 1] ?? '']))
    const { url } = library.sign(each.path, each.api, method, { ...pathParams })
    if (url.replace(/\?.*/, '') !== baseUrl + path) continue
    const call = { path: each.path, api: each.api, method, pathParams }
    calls.set(`${name} ${endpoint}`, call)
    return call
  }
  assert.fail(`ccxt has no ${endpoint} of ${name}: add it to furtherCalls`)
}

type Defined = Pick<LibraryCall, 'path' | 'api' | 'method'>

/** Only groups of signed calls. */
function definedCalls(tree: object, groups: readonly string[]): Defined[] {
  return Object.entries(tree).flatMap(([name, each]): Defined[] => {
    const method = name.toUpperCase()
    if (method !== 'GET' && method !== 'POST') {
      return typeof each === 'object' && each !== null ? definedCalls(each, [...groups, name]) : []
    }
    if (!groups.some((group) => /private|^sapi/i.test(group))) return []
    const api = groups.length > 1 ? groups : groups[0]
    return (Array.isArray(each) ? each : Object.keys(each)).map((path: string) => ({ path, api, method }))
  })
}

function paramsFor(name: string, call: LibraryCall, { params }: RequestToSign, { otp = '' }: Credentials): object {
  const all = { ...params, ...call.pathParams, ...(otp === '' ? {} : { otp }) }
  // ccxt does not encode the values of this call. Binance requires percent-encoded values.
  if (name !== 'binance' || call.path !== 'capital/withdraw/apply') return all
  return Object.fromEntries(
    Object.entries(all).map(([key, value]) => [key, encodedPairs({ value }).slice('value='.length)]),
  )
}
