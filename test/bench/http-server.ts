// The process whose CPU is measured: the app, and bare Hono routes that parse the same bodies with zod and return the same
// bytes. Each has a separate port behind the same listener. Started by http-bench.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { createApp } from '../../server/app.ts'
import { seedDemoClient } from '../../server/clients/seed-demo-client.ts'
import type { AppEnv } from '../../server/http/request-context.ts'
import { serve } from '../../server/http/serve.ts'
import { jsonLog } from '../../server/log/log.ts'
import { hostedFiles } from '../../server/routes/hosted-files.ts'
import { endpoints } from '../../server/routes/routes.ts'
import { openPostgres } from '../../server/storage/postgres.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { startEngine } from '../support/engine.ts'

/** The messages to this process. */
export type HttpServerMessage = { type: 'cpu' } | { type: 'setBareResponse'; path: string; bytes: string }

const folder = mkdtempSync(join(tmpdir(), 'bench-http-'))
const databaseUrl = process.env.BENCH_DATABASE_URL
const engine = await startEngine(databaseUrl ? await openPostgres(databaseUrl) : await openSqlite(folder))
const { exchanges, networks } = engine.deps
const networkKeys = networks.all.map(({ key }) => key)
const deps = {
  ...engine.deps,
  // Every network is listed, as with all exchanges.
  exchanges: { ...exchanges, all: exchanges.all.map((exchange) => ({ ...exchange, networkKeys })) },
  // Every request is logged, as in production. Writing the lines to a destination is not measured.
  log: jsonLog('info', { write() {} }),
  publicUrl: 'http://localhost:4000',
  hosted: hostedFiles(join(folder, 'none')),
  explorerUrl: () => '',
  // The engine's clock does not advance, so the limits do not refill.
  rateLimits: { client: { quota: 999_999, windowSeconds: 99_999 } },
}
await seedDemoClient(deps, 'http://localhost:4001/')
const bareResponses = new Map<string, string>()
const ours = await serve(createApp(deps), { port: 0, hosts: ['127.0.0.1'] })
const bare = await serve(bareApp(), { port: 0, hosts: ['127.0.0.1'] })

process.on('message', (message: HttpServerMessage) => {
  if (message.type === 'setBareResponse') bareResponses.set(message.path, message.bytes)
  const { user, system } = process.cpuUsage()
  process.send?.({ type: 'cpu', microseconds: user + system })
})
process.on('disconnect', stop)
process.on('SIGTERM', stop)
process.send?.({ type: 'ready', ours: ours.port, bare: bare.port })

function bareApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const { path, method, body } of endpoints) {
    if (!path.startsWith('/api/v1/transfers/managed/')) continue
    const response = () => bareResponses.get(path) ?? ''
    const headers = { 'Content-Type': 'application/json' }
    if (method === 'get') app.get(path, (context) => context.body(response(), 200, headers))
    else {
      app.post(path, async (context) => {
        body?.schema.parse(await context.req.json())
        return context.body(response(), 200, headers)
      })
    }
  }
  return app
}

async function stop(): Promise<void> {
  await Promise.all([ours.close(), bare.close()])
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
