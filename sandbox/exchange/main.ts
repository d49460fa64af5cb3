// The sandbox exchange's process, forked by the supervisor or a test, or started alone.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createChainClient, parseRpcUrls } from './chain-client.ts'
import { openDatabase } from './database.ts'
import { createExchange } from './exchange.ts'
import { openHotWallet } from './hot-wallet.ts'
import { listenOnLoopback } from './http.ts'

const portName = 'SANDBOX_EXCHANGE_PORT'
const defaultPort = '4002'
// The default of the API server of `npm start`.
const defaultRedirectUri = 'http://localhost:4000/api/v1/link/redirect/return'

function report(message: { type: 'ready'; url: string } | { type: 'failed'; message: string }): void {
  if (process.connected) process.send?.(message)
  else if (message.type === 'ready') console.log(`Sandbox exchange: ${message.url}`)
  else console.error(message.message)
}

function readPort(): number {
  const text = process.env[portName] ?? defaultPort
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${portName} must be a port number, not "${text}".`)
  return port
}

function sentenceFor(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Port ${process.env[portName] ?? defaultPort} is in use. Stop the other program, or set ${portName} to a free port.`
  }
  return error instanceof Error ? error.message : String(error)
}

async function start(): Promise<void> {
  const dataDir = process.env.DATA_DIR
  if (dataDir === undefined || dataDir === '') throw new Error('DATA_DIR must name the data folder.')
  const folder = join(dataDir, 'exchange')
  mkdirSync(folder, { recursive: true })
  const rpcUrls = parseRpcUrls(process.env.RPC_URLS ?? '')
  const database = openDatabase(folder)
  let port = readPort()
  const exchange = createExchange({
    database,
    pageUrl: () => `http://localhost:${port}`,
    wallet: openHotWallet(dataDir),
    chains: [...rpcUrls].map(([network, url]) => createChainClient(network, url)),
    now: Date.now,
    log: (sentence) => console.error(`sandbox exchange: ${sentence}`),
    redirectUris: (process.env.OAUTH_REDIRECT_URIS ?? defaultRedirectUri).split(','),
    slowMs: 8000,
  })
  const listening = await listenOnLoopback(exchange.handle, port)
  port = listening.port
  exchange.settlement.start()
  const stop = () => {
    exchange.settlement.stop()
    listening.close()
    database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  report({ type: 'ready', url: `http://127.0.0.1:${listening.port}` })
}

try {
  await start()
} catch (error) {
  report({ type: 'failed', message: sentenceFor(error) })
  process.exitCode = 1
  process.disconnect?.()
}
