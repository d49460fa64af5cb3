// ccxt signs, and knows each exchange's paths. Nothing else of it is used: no unified method, no rate limiter, no rounding, no
// error class. Its single-exchange file is loaded when the integration is first used, because the whole package costs a
// server 40 MB. It keeps what it signed and would print its secrets, so an instance lives for one call and leaves this file
// never.

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
  /** Beside ours, which nothing overrides. */
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

interface LibraryInstance {
  urls: { api: string | Record<string, unknown> }
  headers: Record<string, string>
  nonce(): number
  fetch(url: string, method: string, headers?: Record<string, string>, body?: string): Promise<unknown>
}
type LibraryClass = new (settings: object) => LibraryInstance

/** Calls that it does not know of, in its own form. */
const furtherCalls: Partial<Record<LibraryName, object>> = {
  kucoin: { private: { get: { 'withdrawals/{withdrawalId}': 20 } } },
}

const classes = new Map<LibraryName, Promise<LibraryClass>>()

function classOf(name: LibraryName): Promise<LibraryClass> {
  const found = classes.get(name) ?? loadClass(name)
  classes.set(name, found)
  return found
}

async function loadClass(name: LibraryName): Promise<LibraryClass> {
  const file = new URL(`./src/${name}.js`, import.meta.resolve('ccxt'))
  const module = (await import(file.href)) as { default: LibraryClass }
  return module.default
}

/** Throws where the library cannot sign with these secrets: nothing was sent then. */
export async function callSigned(call: SignedCall): Promise<HttpTextResult> {
  const Library = await classOf(call.library)
  const instance = new Library({
    ...call.secrets,
    enableRateLimit: false,
    api: furtherCalls[call.library] ?? {},
    options: { ...call.options, maxRetriesOnFailure: 0, adjustForTimeDifference: false },
  })
  if (call.baseUrl !== undefined) instance.urls.api = withBase(instance.urls.api, call.baseUrl)
  instance.nonce = () => call.nonce
  let carried: HttpTextResult | undefined
  instance.fetch = async (url, method, headers, body) => {
    if (carried !== undefined) throw new TypeError('one call sends once')
    carried = { kind: 'broken', reason: 'connection' }
    call.leaving?.()
    carried = await sendHttp({
      method,
      url,
      headers: { ...instance.headers, ...headers, ...call.headers },
      ...(body === undefined ? {} : { text: body }),
      timeoutMs: call.timeoutMs,
    })
    return {}
  }
  const implicit = (instance as unknown as Record<string, unknown>)[call.method]
  if (typeof implicit !== 'function') throw new TypeError(`the library has no ${call.method}`)
  await implicit.call(instance, { ...call.params })
  if (carried === undefined) throw new TypeError('the library sent nothing')
  return carried
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
