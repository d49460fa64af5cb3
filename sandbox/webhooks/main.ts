// The process of the webhook receiver, forked by the supervisor.

import { join } from 'node:path'
import { listenOnLoopback } from '../exchange/http.ts'
import { startReceiver } from './receiver.ts'
import { receiverRoutes } from './receiver-routes.ts'

const { DATA_DIR = '.data', API_URL = 'http://localhost:4000', WEBHOOK_RECEIVER_PORT = '4004' } = process.env

try {
  const port = Number(WEBHOOK_RECEIVER_PORT)
  const receiver = await startReceiver({
    folder: join(DATA_DIR, 'webhooks'),
    ports: { http: port + 1, https: port + 2 },
    now: Date.now,
  })
  await listenOnLoopback(receiverRoutes(receiver, API_URL), port)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
  process.on('disconnect', () => process.exit(0))
  process.send?.({ type: 'ready' })
} catch (error) {
  process.send?.({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
  process.disconnect?.()
}
