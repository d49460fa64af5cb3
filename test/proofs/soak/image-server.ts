// Runs a server of a soak from the container image, in the place of one from source.
import { chownSync } from 'node:fs'
import { resolve } from 'node:path'
import { startContainer, uid, untilReady } from '../../../scripts/image/container.ts'
import { findEngine } from '../../../scripts/image/engine.ts'

const folder = import.meta.dirname
/** What the stage and the soak set for a server. */
const names = [
  ...['DATABASE_URL', 'MASTER_KEYS', 'SANDBOX_EXCHANGE_PORT', 'SANDBOX_SPEEDUP', 'RPC_URLS', 'TRANSFER_ENV'],
  ...['LOG_LEVEL', 'RATE_LIMITS', 'RETENTION'],
]
const { DATA_DIR: data = '', SOAK_PROBES: probes = '', SOAK_IMAGE: tag = '' } = process.env
const port = Number(process.env.PORT)

for (const written of [data, probes]) chownSync(written, uid, uid)
const container = await startContainer({
  engine: await findEngine(undefined),
  tag,
  // buildah mounts nothing over a volume of the image, such as /data.
  volumes: { '/storage': resolve(data), '/probes': resolve(probes), '/soak': folder },
  port,
  environment: {
    ...Object.fromEntries(names.map((name) => [name, process.env[name] ?? ''])),
    DATA_DIR: '/storage',
    // On the network of this machine.
    HOST: '127.0.0.1',
    NODE_OPTIONS: '--import=/soak/probe.ts',
    SOAK_PROBES: '/probes',
  },
  usesLoopback: true,
})
container.server.stdout?.pipe(process.stdout)
container.server.stderr?.pipe(process.stderr)
const ended = new Promise<number>((resolve) => container.server.once('exit', (code) => resolve(code ?? 1)))
let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, async () => {
    if (isStopping) return
    isStopping = true
    await container.stop()
    process.exit(0)
  })

try {
  await untilReady(port, container.server)
  process.send?.({ type: 'ready' })
} catch (error) {
  process.send?.({ type: 'failed', message: `${error}` })
  await container.stop()
  process.exit(1)
}
const code = await ended
if (!isStopping) process.exit(code)
