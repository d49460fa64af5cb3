// ccxt signs, and knows each exchange's paths. Nothing else of it is used: no unified method, no rate limiter, no rounding, no
// error class, and not its way of sending, which repeats and keeps what it sent. Its single-exchange file is loaded when the
// integration is first used, because the whole package costs a server 40 MB. What holds secrets would print them, so it lives
// for one call and leaves this file never.

import { type HttpTextResult, sendHttp } from '../http-call.ts'

export interface Secrets {
  apiKey?: string
  secret?: string
  password?: string
  token?: string
}

export interface SignedCall {
  /** ccxt's name of the exchange, its file too. */
  library: LibraryName
  /** The implicit method, such as `privatePostBalanceEx`. */
  method: string
  /** Texts, and objects of them. */
  params: Readonly<Record<string, unknown>>
  secrets: Secrets
  /** Sent beside the signed headers. */
  headers?: Record<string, string>
  options?: Readonly<Record<string, unknown>>
  /** Replaces every address of the library. */
  baseUrl?: string
  /** Milliseconds, or a count: what the exchange calls nonce or timestamp. */
  nonce: number
  timeoutMs: number
  /** Told just before the first byte may leave. */
  leaving?(): void
}

export type LibraryName = 'binance' | 'bitget' | 'bybit' | 'coinbase' | 'gate' | 'kraken' | 'kucoin' | 'okx'

interface Signer {
  urls: { api: string | Record<string, unknown> }
  headers: Record<string, string>
  options: Record<string, unknown>
  nonce(): number
  request(path: string, api: unknown, method: string, params: object): Promise<Asked>
  sign(path: string, api: unknown, method: string, params: object): Signed
}
type LibraryClass = new (settings: object) => Signer

/** What an implicit method comes down to. */
interface Asked {
  path: string
  api: unknown
  method: string
  params: object
}

interface Signed {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string
}

/** Calls that it does not know of, in its own form. */
const furtherCalls: Partial<Record<LibraryName, object>> = {
  binance: {
    sapi: {
      get: { 'localentity/questionnaire-requirements': 1, 'localentity/vasp': 1 },
      post: { 'localentity/withdraw/apply': 1 },
    },
    sapiV2: { get: { 'localentity/withdraw/history': 1 } },
  },
  kucoin: { private: { get: { 'withdrawals/{withdrawalId}': 20 } } },
}

const templates = new Map<LibraryName, Promise<Signer>>()

function templateOf(name: LibraryName): Promise<Signer> {
  const found = templates.get(name) ?? loadTemplate(name)
  templates.set(name, found)
  return found
}

/** Knows no secret and sends nothing: to make one takes five milliseconds, to make one more on its ground nothing. */
async function loadTemplate(name: LibraryName): Promise<Signer> {
  const file = new URL(`./src/${name}.js`, import.meta.resolve('ccxt'))
  const { default: Library } = (await import(file.href)) as { default: LibraryClass }
  const template = new Library({ enableRateLimit: false, api: furtherCalls[name] ?? {} })
  template.request = async (path, api, method, params) => ({ path, api, method, params })
  return template
}

/** Throws where the library cannot sign with these secrets: nothing was sent then. */
export async function callSigned(call: SignedCall): Promise<HttpTextResult> {
  const template = await templateOf(call.library)
  const implicit = (template as unknown as Record<string, unknown>)[call.method]
  if (typeof implicit !== 'function') throw new TypeError(`the library has no ${call.method}`)
  const asked: Asked = await implicit.call(template, { ...call.params })
  const signer: Signer = Object.assign(Object.create(template), call.secrets, {
    options: { ...template.options, ...call.options, adjustForTimeDifference: false },
    nonce: () => call.nonce,
  })
  if (call.baseUrl !== undefined) {
    signer.urls = { ...template.urls, api: withBase(template.urls.api, call.baseUrl) }
  }
  const { url, method, headers, body } = signer.sign(asked.path, asked.api, asked.method, asked.params)
  call.leaving?.()
  return sendHttp({
    method,
    url,
    headers: { ...template.headers, ...headers, ...call.headers },
    ...(body === undefined ? {} : { text: body }),
    timeoutMs: call.timeoutMs,
  })
}

/** The host is replaced, the path that the library puts before its own is kept. */
function withBase(api: string | Record<string, unknown>, baseUrl: string): string | Record<string, unknown> {
  if (typeof api === 'string') return onBase(api, baseUrl)
  return Object.fromEntries(
    Object.entries(api).map(([name, address]) => [
      name,
      typeof address === 'string' ? onBase(address, baseUrl) : withBase(address as Record<string, unknown>, baseUrl),
    ]),
  )
}

function onBase(address: string, baseUrl: string): string {
  const { pathname } = new URL(address.replace('{hostname}', 'host'))
  return baseUrl + pathname.replace(/\/$/, '')
}
