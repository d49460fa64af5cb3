// The calls to the sandbox exchange that move no money.

import type * as z from 'zod'
import { ExchangeFailure } from '../exchange-failure.ts'
import { callHttp, type HttpResponse } from '../http-call.ts'
import { failureOf, parsed, Withdrawals } from './responses.ts'

type Page = z.infer<typeof Withdrawals>
type ListedRow = Page['withdrawals'][number]

const readTimeoutMs = 15_000
const mostPages = 1_000

interface SandboxCall {
  method: 'GET' | 'POST'
  path: string
  token?: string | undefined
  body?: unknown
}

interface SandboxCalls {
  /** Throws an ExchangeFailure for everything but a success. */
  read<T>(schema: z.ZodType<T>, call: SandboxCall): Promise<T>
  /** Throws an ExchangeFailure if there is no response. */
  send(call: SandboxCall): Promise<HttpResponse>
  /** Throws an ExchangeFailure unless the last page was read. */
  allWithdrawals(accountId: string, query: Record<string, string>, token?: string): Promise<ListedRow[]>
}

export function sandboxCalls(baseUrl: string): SandboxCalls {
  async function read<T>(schema: z.ZodType<T>, call: SandboxCall): Promise<T> {
    const response = await send(call)
    if (response.status < 300) return parsed(schema, response)
    throw failureOf(response)
  }

  async function send({ method, path, token, body }: SandboxCall): Promise<HttpResponse> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const result = await callHttp({ method, url: baseUrl + path, headers, body, timeoutMs: readTimeoutMs })
    if (result.kind === 'response') return result.response
    throw new ExchangeFailure(result.kind === 'broken' && result.reason === 'timeout' ? 'timeout' : 'unreachable')
  }

  async function allWithdrawals(
    accountId: string,
    query: Record<string, string>,
    token?: string,
  ): Promise<ListedRow[]> {
    const rows: ListedRow[] = []
    const seen = new Set<string>()
    let cursor: Record<string, string> = {}
    for (;;) {
      const path = `${accountPath(accountId)}/withdrawals?${new URLSearchParams({ ...query, ...cursor })}`
      const { withdrawals, nextCursor }: Page = await read(Withdrawals, { method: 'GET', path, token })
      rows.push(...withdrawals)
      if (nextCursor === null) return rows
      // A repeated cursor, or too many pages, would never end.
      if (seen.has(nextCursor) || seen.size === mostPages) throw new ExchangeFailure('unavailable')
      seen.add(nextCursor)
      cursor = { cursor: nextCursor }
    }
  }

  return { read, send, allWithdrawals }
}

export const accountPath = (accountId: string) => `/v1/accounts/${encodeURIComponent(accountId)}`
