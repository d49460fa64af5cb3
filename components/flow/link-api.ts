// The only place of the browser side that calls the server.

import type { Execution } from './flow-state.ts'
import type {
  Account,
  Connection,
  ExecuteAnswer,
  Holding,
  Integration,
  Preview,
  Problem,
  Session,
  Transfer,
} from './link-answers.ts'
import { inShownFiat } from './shown-fiat.ts'

/** The server said no, with a reason. */
export class LinkRefusal extends Error {
  override readonly name = 'LinkRefusal'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** No usable answer arrived: the request may or may not have reached the server. */
export class LinkUnreachable extends Error {
  override readonly name = 'LinkUnreachable'
}

export interface LinkApi {
  readSession(signal?: AbortSignal): Promise<Session>
  listIntegrations(signal?: AbortSignal): Promise<Integration[]>
  connect(type: string, fields: Record<string, string>): Promise<Connection>
  enterCode(connectionId: string, code: string): Promise<Connection>
  resendCode(connectionId: string, kind?: string): Promise<Connection>
  readConnection(connectionId: string, signal?: AbortSignal): Promise<Connection>
  openAccount(accessToken: string, brokerType: string): Promise<Account>
  listHoldings(accountId: string, signal?: AbortSignal): Promise<{ status: string; holdings: Holding[] }>
  preview(choice: { accountId: string; networkId: string; symbol: string; amount: string }): Promise<Preview>
  execute(order: Execution): Promise<ExecuteAnswer>
  resendExecute(previewId: string, kind?: string): Promise<ExecuteAnswer>
  readTransfer(transferId: string, signal?: AbortSignal): Promise<Transfer>
}

const root = '/api/v1/link'
const answerTimeoutMs = 60_000

/** What came of spending the link's one-time code, which the page asked for before anything else was loaded. */
export async function redeemLink(asked: Promise<Response>): Promise<Session & { sessionToken: string }> {
  return contentOf(await asked.catch(unreachable))
}

export function createLinkApi(sessionToken: string): LinkApi {
  const get = <T>(path: string, signal?: AbortSignal) => call<T>(path, sessionToken, undefined, signal)
  const post = <T>(path: string, body: unknown) => call<T>(path, sessionToken, body)
  const part = encodeURIComponent
  return {
    readSession: (signal) => get('session', signal),
    listIntegrations: async (signal) =>
      (await get<{ integrations: Integration[] }>('integrations', signal)).integrations,
    connect: (type, fields) => post('connect', { type, fields }),
    enterCode: (connectionId, code) => post(`connect/${part(connectionId)}/code`, { code }),
    resendCode: (connectionId, kind) => post(`connect/${part(connectionId)}/resend`, { kind }),
    readConnection: (connectionId, signal) => get(`connect/${part(connectionId)}`, signal),
    openAccount: async (accessToken, brokerType) =>
      (await post<{ account: Account }>('accounts', { accessToken, brokerType })).account,
    listHoldings: (accountId, signal) => get(`holdings?accountId=${part(accountId)}`, signal),
    preview: async (choice) => (await post<{ preview: Preview }>('preview', choice)).preview,
    execute: (order) => post('execute', order),
    resendExecute: (previewId, kind) => post('execute/resend', { previewId, kind }),
    readTransfer: async (transferId, signal) =>
      (await get<{ transfer: Transfer }>(`transfer/${part(transferId)}`, signal)).transfer,
  }
}

async function call<T>(path: string, sessionToken: string | null, body?: unknown, signal?: AbortSignal): Promise<T> {
  return contentOf(await request(path, sessionToken, body, signal))
}

async function contentOf<T>(answer: Response): Promise<T> {
  const envelope = await answer
    .text()
    .then(readAnswer)
    .catch(() => null)
  // A proxy's error page is not an answer of ours: it says nothing about what happened.
  if (!isEnvelope(envelope)) throw new LinkUnreachable(`HTTP ${answer.status} without an answer`)
  if (envelope.status === 'ok') return envelope.content as T
  throw new LinkRefusal({
    errorType: envelope.errorType ?? 'internalError',
    message: envelope.message,
    httpStatus: answer.status,
    ...(envelope.errorData ? { errorData: envelope.errorData } : {}),
    ...(envelope.requestId ? { requestId: envelope.requestId } : {}),
  })
}

function request(path: string, sessionToken: string | null, body: unknown, signal: AbortSignal | undefined) {
  const timeout = AbortSignal.timeout(answerTimeoutMs)
  return fetch(`${root}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    headers: {
      ...(sessionToken === null ? {} : { authorization: `Bearer ${sessionToken}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch(unreachable)
}

function unreachable(cause: unknown): never {
  throw new LinkUnreachable('no answer', { cause })
}

// Control characters, and those that turn the direction of writing or cannot be seen. None of them means anything in an answer.
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/** Texts come from exchanges, and may hold anything: this is where they are made harmless to look at. */
export function readAnswer(json: string): unknown {
  return JSON.parse(json, (name, value) =>
    typeof value === 'string' ? inShownFiat(name, value.replace(unseen, '')) : value,
  )
}

interface Envelope {
  content: unknown
  status: string
  message: string
  errorType?: string
  errorData?: Record<string, unknown>
  requestId?: string
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'string'
}
