// The calls of one adapter: within the exchange's limits, each key in its turn where the exchange counts calls, signed, and
// read so that every number stays the text it was.

import type * as z from 'zod'
import { parseJsonToTexts } from '../../contract/json-number.ts'
import { type Credentials, ExchangeFailure } from '../exchange.ts'
import { type HttpCallResult, type HttpResponse, type HttpTextResult, sendHttp } from '../http-call.ts'
import type { AdapterSettings, Timeouts } from './adapter-settings.ts'
import type { RequestToSign, Signer } from './signer.ts'
import { type Sites, siteOf } from './sites.ts'
import { type CallPolicy, type ExchangeTools, fingerprintOfKey } from './tools.ts'

export interface CallSettings {
  /** Our own name of the exchange. */
  type: string
  sign: Signer
  /** Where its public data is, and without sites everything else. */
  publicUrl: string
  /** Of an exchange that has several: the credentials say which one a signed call goes to. */
  sites?: Sites
  adapter: AdapterSettings
  /** Of one key, and of all calls from this server's address. */
  limits: { key: CallPolicy; address: CallPolicy }
  /** Whether the exchange takes a key's calls by rising numbers only. */
  inTurn?: boolean
  /** What an answer that is no success means; null for a success. */
  failureOf(answer: HttpResponse): ExchangeFailure | null
}

export interface Call {
  endpoint: RequestToSign['endpoint']
  params?: RequestToSign['params']
  credentials: Credentials
  /** Sent beside the signed headers. */
  headers?: Record<string, string>
  /** What depends on the time of signing, after every wait for a rate limit. Its params are added to `params`. */
  whenSigned?(now: Date): { params?: RequestToSign['params']; recvWindowMs: number }
  /** A further limit, for calls that the exchange counts dearer. */
  limit?: { name: string; policy: CallPolicy }
  /** After this nothing is sent any more. */
  validUntil?: Date
}

export interface ExchangeCalls {
  /** Public data, by its path, unsigned. Throws as `read` does. */
  readPublic<T>(schema: z.ZodType<T>, path: string, publicUrl?: string): Promise<T>
  /** Public data of the site that these credentials belong to. */
  readPublicOf<T>(schema: z.ZodType<T>, path: string, credentials: Credentials): Promise<T>
  /** Reads. Throws an ExchangeFailure for everything but a success in the right shape. */
  read<T>(schema: z.ZodType<T>, call: Call): Promise<T>
  /** The answer as it came, of a read that judges itself. Throws an ExchangeFailure where there is none. */
  ask(call: Call): Promise<HttpResponse>
  /** Sends once. Never throws. */
  send(call: Call): Promise<HttpCallResult>
}

const usualTimeouts: Timeouts = { readMs: 10_000, sendMs: 30_000 }
const notSent = { kind: 'notSent' } as const

export function exchangeCalls(tools: ExchangeTools, settings: CallSettings): ExchangeCalls {
  const { type, limits, failureOf } = settings
  const { baseUrl, siteUrl, timeouts = usualTimeouts, wrapSigner } = settings.adapter
  const sign = wrapSigner?.(settings.sign) ?? settings.sign

  const room = (bucket: string, policy: CallPolicy) => tools.waitForRoom(`${type}:${bucket}`, policy)

  /** Where calls with these credentials go. */
  function targetOf(credentials: Credentials): { url: string; headers: Readonly<Record<string, string>> } {
    if (settings.sites === undefined) return { url: baseUrl ?? settings.publicUrl, headers: {} }
    const site = siteOf(settings.sites, credentials)
    return { url: siteUrl?.(site.value) ?? baseUrl ?? site.baseUrl, headers: site.headers ?? {} }
  }

  async function carry(call: Call, timeoutMs: number, leaving?: () => void): Promise<HttpTextResult> {
    const { endpoint, credentials, headers, limit, validUntil } = call
    const target = targetOf(credentials)
    const key = fingerprintOfKey(type, credentials.apiKey ?? credentials.accessToken ?? '')
    const hasRoom =
      (limit === undefined || (await room(`${limit.name}:${key}`, limit.policy))) &&
      (await room(`key:${key}`, limits.key)) &&
      (await room('address', limits.address))
    if (!hasRoom) throw new ExchangeFailure('rateLimited')
    const send = (turn?: number): Promise<HttpTextResult> => {
      const now = tools.now()
      if (validUntil !== undefined && now >= validUntil) return Promise.resolve(notSent)
      const { params, ...timed } = call.whenSigned?.(now) ?? {}
      const request = { endpoint, baseUrl: target.url, nonce: turn ?? now.getTime(), ...timed }
      const signed = sign({ ...request, params: { ...call.params, ...params } }, credentials)
      leaving?.()
      return sendHttp({ ...signed, headers: { ...signed.headers, ...target.headers, ...headers }, timeoutMs })
    }
    if (settings.inTurn !== true) return send()
    const result = await tools.inTurn(key, send)
    if (result === null) throw new ExchangeFailure('rateLimited')
    return result
  }

  async function ask(call: Call): Promise<HttpResponse> {
    const result = await carry(call, timeouts.readMs).catch((error: unknown) => {
      throw error instanceof ExchangeFailure ? error : new ExchangeFailure('rejected', 'unsignable')
    })
    return answerOf(result)
  }

  function parsed<T>(schema: z.ZodType<T>, answer: HttpResponse): T {
    const failure = failureOf(answer)
    if (failure !== null) throw failure
    const result = schema.safeParse(answer.body)
    if (result.success) return result.data
    throw new ExchangeFailure('unavailable')
  }

  async function readFrom<T>(schema: z.ZodType<T>, url: string, headers: Readonly<Record<string, string>>): Promise<T> {
    if (!(await room('address', limits.address))) throw new ExchangeFailure('rateLimited')
    const { readMs: timeoutMs } = timeouts
    return parsed(schema, answerOf(await sendHttp({ method: 'GET', url, headers: { ...headers }, timeoutMs })))
  }

  return {
    ask,
    read: async (schema, call) => parsed(schema, await ask(call)),
    readPublic: (schema, path, publicUrl = settings.publicUrl) => readFrom(schema, (baseUrl ?? publicUrl) + path, {}),
    async readPublicOf(schema, path, credentials) {
      const { url, headers } = targetOf(credentials)
      return readFrom(schema, url + path, headers)
    },
    async send(call) {
      let hasLeft = false
      try {
        const result = await carry(call, timeouts.sendMs, () => {
          hasLeft = true
        })
        if (result.kind !== 'text') return result
        return { kind: 'answer', answer: { status: result.status, body: jsonOf(result.text) } }
      } catch {
        // No room, no turn, or nothing that could be signed: it stopped before the first byte.
        return hasLeft ? { kind: 'broken', reason: 'connection' } : notSent
      }
    },
  }
}

/** Throws an ExchangeFailure where there is none. */
function answerOf(result: HttpTextResult): HttpResponse {
  if (result.kind === 'text') return { status: result.status, body: jsonOf(result.text) }
  throw new ExchangeFailure(result.kind === 'broken' && result.reason === 'timeout' ? 'timeout' : 'unreachable')
}

/** Undefined for what is no JSON. */
function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parseJsonToTexts(text)
  } catch {
    return undefined
  }
}
