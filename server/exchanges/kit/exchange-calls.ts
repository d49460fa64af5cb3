// Sends an adapter's requests: waits for the exchange's rate limits, locks the key where its nonce has to rise, signs, and parses
// the response so that every number remains the text it was.

import type * as z from 'zod'
import { parseJsonToTexts } from '../../contract/json-number.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { type HttpCallResult, type HttpResponse, type HttpTextResult, sendHttp } from '../http-call.ts'
import type { Credentials } from '../sign-in.ts'
import type { AdapterSettings, Timeouts } from './adapter-settings.ts'
import { type FailureTable, failureBy } from './code-tables.ts'
import type { Limits } from './limits.ts'
import type { RequestToSign, Signer } from './signer.ts'
import { type Sites, siteOf } from './sites.ts'
import { entryOf } from './tables.ts'
import { type CallPolicy, type ExchangeTools, fingerprintOfKey } from './tools.ts'

interface CallSettings {
  /** Our name of the exchange. */
  type: string
  sign: Signer
  /** The address for public data and, for an exchange without sites, for signed requests. */
  publicUrl: string
  /** For an exchange with several sites: the credentials name the site of a signed request. */
  sites?: Sites
  adapter: AdapterSettings
  /** Every limit of the adapter, by name. */
  limits: Limits<'key'>
  /** Whether the exchange accepts a key's requests only with a rising nonce. */
  risingNonce?: boolean
  /** The error codes of a response; null for a success. */
  codesOf(response: HttpResponse): string[] | null
  failures: FailureTable
}

export interface ExchangeCall {
  endpoint: RequestToSign['endpoint']
  params?: RequestToSign['params']
  credentials: Credentials
  /** Sent in addition to the signer's headers. */
  headers?: Record<string, string>
  /** Values that depend on the time of signing, after every wait for a rate limit. Its params are added to `params`. */
  whenSigned?(now: Date): { params?: RequestToSign['params']; recvWindowMs: number }
  /** An additional limit of the adapter, for requests that the exchange limits more strictly. `per`: counted for each of these values. */
  limit?: { name: string; per?: readonly string[] }
  /** Nothing is sent after this time. */
  validUntil?: Date
}

export interface ExchangeCalls {
  /** Public data, by its path, unsigned. Throws as `read` does. */
  readPublic<T>(schema: z.ZodType<T>, path: string, publicUrl?: string): Promise<T>
  /** Public data of the site that these credentials belong to. */
  readPublicOf<T>(schema: z.ZodType<T>, path: string, credentials: Credentials): Promise<T>
  /** Throws an ExchangeFailure unless the response is a success that matches the schema. */
  read<T>(schema: z.ZodType<T>, call: ExchangeCall): Promise<T>
  /** Returns the response unparsed, for a read that checks the response itself. Throws an ExchangeFailure if there is no response. */
  request(call: ExchangeCall): Promise<HttpResponse>
  /** Sends once. Never throws. */
  send(call: ExchangeCall): Promise<HttpCallResult>
}

const defaultTimeouts: Timeouts = { readMs: 10_000, sendMs: 30_000 }
const notSent = { kind: 'notSent' } as const

export function exchangeCalls(tools: ExchangeTools, settings: CallSettings): ExchangeCalls {
  const { type, limits, codesOf, failures } = settings
  const { baseUrl, siteUrl, timeouts = defaultTimeouts, wrapSigner, sourceAddress } = settings.adapter
  const ofAddress = sourceAddress === undefined ? [] : [sourceAddress]
  const sign = wrapSigner?.(settings.sign) ?? settings.sign

  /** `per`: the key or our source address that is counted. */
  async function acquire(name: string, ...per: readonly string[]): Promise<boolean> {
    const policy = entryOf<CallPolicy>(limits, name)
    if (policy === undefined) throw new Error(`${type} has no limit ${name}`)
    return tools.acquire([type, name, ...per].join(':'), policy)
  }

  /** The address and the site's headers for these credentials. */
  function targetOf(credentials: Credentials): { url: string; headers: Readonly<Record<string, string>> } {
    if (settings.sites === undefined) return { url: baseUrl ?? settings.publicUrl, headers: {} }
    const site = siteOf(settings.sites, credentials)
    return { url: siteUrl?.(site.value) ?? baseUrl ?? site.baseUrl, headers: site.headers ?? {} }
  }

  async function signAndSend(call: ExchangeCall, timeoutMs: number, onSend?: () => void): Promise<HttpTextResult> {
    const { endpoint, credentials, headers, limit, validUntil } = call
    const target = targetOf(credentials)
    const key = fingerprintOfKey(type, credentials.apiKey ?? credentials.accessToken ?? '')
    const isWithinLimits =
      (limit === undefined || (await acquire(limit.name, ...(limit.per ?? []), key))) &&
      (await acquire('key', key)) &&
      (await acquire('address', ...ofAddress))
    if (!isWithinLimits) throw new ExchangeFailure('rateLimited')
    const send = (lockedNonce?: number): Promise<HttpTextResult> => {
      const now = tools.now()
      if (validUntil !== undefined && now >= validUntil) return Promise.resolve(notSent)
      const { params, ...timed } = call.whenSigned?.(now) ?? {}
      const request = { endpoint, baseUrl: target.url, nonce: lockedNonce ?? now.getTime(), ...timed }
      const signed = sign({ ...request, params: { ...call.params, ...params } }, credentials)
      onSend?.()
      return sendHttp({ ...signed, headers: { ...signed.headers, ...target.headers, ...headers }, timeoutMs })
    }
    if (settings.risingNonce !== true) return send()
    const result = await tools.withKeyLock(key, send)
    if (result === null) throw new ExchangeFailure('rateLimited')
    return result
  }

  async function request(call: ExchangeCall): Promise<HttpResponse> {
    const result = await signAndSend(call, timeouts.readMs).catch((error: unknown) => {
      throw error instanceof ExchangeFailure ? error : new ExchangeFailure('rejected', 'unsignable')
    })
    return readHttpResult(result)
  }

  function parsed<T>(schema: z.ZodType<T>, response: HttpResponse): T {
    const codes = codesOf(response)
    if (codes !== null) throw failureBy(failures, codes, response.status)
    const result = schema.safeParse(response.body)
    if (result.success) return result.data
    throw new ExchangeFailure('unavailable')
  }

  async function readFrom<T>(schema: z.ZodType<T>, url: string, headers: Readonly<Record<string, string>>): Promise<T> {
    const isWithinLimits =
      (!Object.hasOwn(limits, 'public') || (await acquire('public', ...ofAddress))) &&
      (await acquire('address', ...ofAddress))
    if (!isWithinLimits) throw new ExchangeFailure('rateLimited')
    const { readMs: timeoutMs } = timeouts
    return parsed(schema, readHttpResult(await sendHttp({ method: 'GET', url, headers: { ...headers }, timeoutMs })))
  }

  return {
    request,
    read: async (schema, call) => parsed(schema, await request(call)),
    readPublic: (schema, path, publicUrl = settings.publicUrl) => readFrom(schema, (baseUrl ?? publicUrl) + path, {}),
    async readPublicOf(schema, path, credentials) {
      const { url, headers } = targetOf(credentials)
      return readFrom(schema, url + path, headers)
    },
    async send(call) {
      let isSending = false
      try {
        const result = await signAndSend(call, timeouts.sendMs, () => {
          isSending = true
        })
        if (result.kind !== 'text') return result
        return { kind: 'response', response: { status: result.status, body: jsonOf(result.text) } }
      } catch {
        // A rate limit, a locked key or a request that cannot be signed stop the order before its first byte.
        return isSending ? { kind: 'broken', reason: 'connection' } : notSent
      }
    },
  }
}

/** Throws an ExchangeFailure if there is no response. */
function readHttpResult(result: HttpTextResult): HttpResponse {
  if (result.kind === 'text') return { status: result.status, body: jsonOf(result.text) }
  throw new ExchangeFailure(result.kind === 'broken' && result.reason === 'timeout' ? 'timeout' : 'unreachable')
}

/** Undefined if the text is not JSON. */
function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parseJsonToTexts(text)
  } catch {
    return undefined
  }
}
