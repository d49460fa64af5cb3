// An emulated exchange behind a relay that changes or drops responses, and the engine over its adapter.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import type { AdapterSettings } from '../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../server/exchanges/kit/tools.ts'
import { connected, type EmulatorExchange, startEmulatorExchange } from './emulator-exchange.ts'
import { type Engine, startEngine } from './engine.ts'

export interface RelayedExchange {
  bank: EmulatorExchange
  engine: Engine
  close(): Promise<void>
}

/** By the request's URL and the exchange's response: the response that the adapter receives, or null for a lost response. */
type Relay = (url: string, text: string, bank: EmulatorExchange) => string | null

export async function startRelayedExchange(
  emulator: string,
  adapter: (tools: ExchangeTools, settings: AdapterSettings) => Exchange,
  login: string,
  relay: Relay,
): Promise<RelayedExchange> {
  const bank = await startEmulatorExchange(emulator, adapter)
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { url = '', method = 'GET', headers } = request
    const own = Object.entries(headers).filter(([name]) => !hopHeaders.includes(name)) as [string, string][]
    const sent = { method, headers: Object.fromEntries(own), ...(body === '' ? {} : { body }) }
    const passed = await fetch(bank.url + url, sent)
    const text = relay(url, await passed.text(), bank)
    if (text === null) return void response.destroy()
    response.writeHead(passed.status, { 'content-type': 'application/json' })
    response.end(text)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { clock } = bank.sandbox
  const { exchange, database } = await connected(
    adapter,
    `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    clock,
  )
  const engine = await startEngine(undefined, { exchange, clock, fields: await bank.credentialsOf(login) })
  return {
    bank,
    engine,
    async close() {
      await engine.close()
      await database.close()
      proxy.closeAllConnections()
      proxy.close()
      await bank.close()
    },
  }
}

const hopHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']
