// The clients: they preview, execute, and repeat the same previewId until they get a response, as a careful backend does.
// Now and then they execute twice at once, again later, or read an earlier transfer again. All responses go to the journal.
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, type Body, type ClientResponse, clientHeaders } from './api-client.ts'
import type { Journal, ReportedTransfer } from './journal.ts'
import { type Order, orderAt, previewBody } from './orders.ts'
import type { Random } from './random.ts'

export interface Clients {
  /** How many orders may have been begun; raised as the run goes on. */
  allowed: number
  readonly figures: {
    orders: number
    acknowledged: number
    repeats: number
    failedCalls: number
    /** Of these: connected, and then without a response or with half of one. */
    lostResponses: number
    retried: number
    reconnects: number
  }
  /** Begins no more orders and waits for those begun. */
  finish(): Promise<void>
}

interface ClientsOptions {
  client: ApiClient
  apiUrls: readonly string[]
  /** Signs in, and again when the exchange has forgotten the sign-in: one auth token for each account. */
  connect: () => Promise<string[]>
  journal: Journal
  random: Random
  seed: number
  lanes: number
  /** No server may fail or refuse to serve: not even a 503 is right. */
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

  /** Null when there will be none: the run ends, or the sign-in is over. */
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
      // Nothing was executed, and never will be: the preview belongs to a sign-in that is over.
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

/** The service's own fault, or a preview or account that was there and is no more. */
function isNeverRight(status: number, uninterrupted: boolean): boolean {
  return status === 500 || (uninterrupted && status > 500) || status === 404 || status === 401 || status === 400
}

function isFinal({ status }: ClientResponse): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

function mustReconnect(response: ClientResponse | null): boolean {
  return response?.status === 401 && response.body?.ErrorType === 'reconnectRequired'
}

/** The transfer in a response, in either of the two spellings. */
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
