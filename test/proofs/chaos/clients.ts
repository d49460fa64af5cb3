// The clients preview, execute, and repeat the same previewId until they receive a response, like a careful backend. Sometimes they
// execute twice at once, execute again later, or read an earlier transfer again. All responses are written to the journal.
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, type Body, type ClientResponse, clientHeaders } from './api-client.ts'
import type { Journal, ReportedTransfer } from './journal.ts'
import { type Order, orderAt, previewBody } from './orders.ts'
import type { Random } from './random.ts'

export interface Clients {
  /** How many orders may be started. Raised during the run. */
  allowed: number
  readonly figures: {
    orders: number
    acknowledged: number
    repeats: number
    failedCalls: number
    /** Of these: connections without a response or with an incomplete one. */
    lostResponses: number
    retried: number
    reconnects: number
  }
  /** Starts no more orders and waits for the started ones. */
  finish(): Promise<void>
}

interface ClientsOptions {
  client: ApiClient
  apiUrls: readonly string[]
  /** Signs in, and again after the exchange has ended the sign-in. Returns one auth token for each account. */
  connect: () => Promise<string[]>
  journal: Journal
  random: Random
  seed: number
  lanes: number
  /** No server may return an error of the server, not even 503. */
  uninterrupted?: boolean
}

export async function startClients(options: ClientsOptions): Promise<Clients> {
  const { client, apiUrls, journal, random, seed, uninterrupted = false } = options
  let tokens = await options.connect()
  let connecting: Promise<void> | null = null
  const figures = {
    orders: 0,
    acknowledged: 0,
    repeats: 0,
    failedCalls: 0,
    lostResponses: 0,
    retried: 0,
    reconnects: 0,
  }
  const known: string[] = []
  let finishing = false

  const clients: Clients = {
    allowed: 0,
    figures,
    async finish() {
      finishing = true
      await lanes
    },
  }
  const lanes = Promise.all(Array.from({ length: options.lanes }, () => lane()))

  async function lane(): Promise<void> {
    while (!finishing) {
      if (figures.orders >= clients.allowed) {
        await pause(20)
        continue
      }
      const order = orderAt(figures.orders++, seed)
      const token = tokens[order.index % tokens.length] as string
      const previewId = await preview(order, token)
      if (previewId === null) continue
      const twins = random.chance(0.15) ? 3 : 1
      await Promise.all(Array.from({ length: twins }, () => execute(order, token, previewId)))
      if (random.chance(0.25)) {
        figures.repeats++
        await execute(order, token, previewId)
      }
      if (random.chance(0.4) && known.length > 0) await readBack(random.pick(known))
    }
  }

  /** Null if there will be none: the run ends, or the sign-in has ended. */
  async function preview(order: Order, token: string): Promise<string | null> {
    for (;;) {
      const response = await send('/api/v1/transfers/managed/preview', previewBody(order, token))
      const previewId = response?.body?.PreviewResult?.PreviewId as string | undefined
      if (previewId !== undefined) {
        journal.write({ kind: 'previewed', order: order.index, previewId })
        return previewId
      }
      if (mustReconnect(response)) {
        await reconnect(token)
        return null
      }
      if (response !== null && isNeverRight(response.status, uninterrupted)) wrong(order, 'preview', response)
      if (finishing) return null
      await pause(random.between(10, 200))
    }
  }

  async function execute(order: Order, token: string, previewId: string): Promise<void> {
    const body = { fromAuthToken: token, fromType: 'sandbox', previewId }
    for (let tries = 0; ; tries++) {
      const response = await send('/api/v1/transfers/managed/execute', JSON.stringify(body))
      const reported = reportedTransfer(response?.body?.TransferResult)
      if (response !== null && reported !== null) {
        journal.write({ kind: 'acknowledged', order: order.index, previewId, reported })
        figures.acknowledged++
        known.push(reported.transferId)
        return
      }
      // Nothing was executed, and nothing will be: the preview belongs to a sign-in that has ended.
      if (mustReconnect(response)) return reconnect(token)
      if (response !== null && isNeverRight(response.status, uninterrupted)) wrong(order, 'execute', response)
      if (response !== null && isFinal(response)) {
        const errorType = String(response.body?.ErrorType)
        return journal.write({ kind: 'refused', order: order.index, previewId, errorType })
      }
      figures.retried++
      await pause(random.between(5, 40 * Math.min(tries + 1, 10)))
    }
  }

  async function readBack(transferId: string): Promise<void> {
    const response = await send(`/api/v1/transfers/${transferId}`)
    const reported = response?.status === 200 ? reportedTransfer(response.body?.content) : null
    if (reported !== null) journal.write({ kind: 'read', reported })
    if (response?.status === 404) journal.write({ kind: 'wrong', order: -1, what: `transfer ${transferId} is gone` })
  }

  async function reconnect(token: string): Promise<void> {
    if (!tokens.includes(token)) return
    connecting ??= options.connect().then(
      (fresh) => {
        tokens = fresh
        figures.reconnects++
        connecting = null
      },
      () => {
        connecting = null
      },
    )
    await connecting
  }

  async function send(path: string, body?: string): Promise<ClientResponse | null> {
    try {
      const url = random.pick(apiUrls) + path
      return await client.call(body === undefined ? 'GET' : 'POST', url, body, clientHeaders)
    } catch (error) {
      figures.failedCalls++
      const { code = '' } = error as NodeJS.ErrnoException
      if (!/^(ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)) figures.lostResponses++
      return null
    }
  }

  function wrong(order: Order, call: string, { status, body }: ClientResponse): void {
    const what = `${call} returned ${status} ${String(body?.ErrorType ?? body?.errorType)}`
    journal.write({ kind: 'wrong', order: order.index, what })
  }

  return clients
}

/** An error of the server, or a preview or account that existed and is missing now. */
function isNeverRight(status: number, uninterrupted: boolean): boolean {
  return status === 500 || (uninterrupted && status > 500) || status === 404 || status === 401 || status === 400
}

function isFinal({ status }: ClientResponse): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

function mustReconnect(response: ClientResponse | null): boolean {
  return response?.status === 401 && response.body?.ErrorType === 'reconnectRequired'
}

/** The transfer in a response, in either casing. */
export function reportedTransfer(transfer: Body): ReportedTransfer | null {
  if (typeof transfer !== 'object' || transfer === null) return null
  const read = (name: string) => String(transfer[name] ?? transfer[name.charAt(0).toLowerCase() + name.slice(1)])
  return {
    transferId: read('TransferId'),
    status: read('Status'),
    detail: read('StatusDetail'),
    networkId: read('NetworkId'),
    symbol: read('Symbol'),
    address: read('ToAddress').toLowerCase(),
    amount: read('Amount'),
  }
}
