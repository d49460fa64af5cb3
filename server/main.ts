// Runs the API server in this process. The only place that reads the environment and has side effects.

import type { Hono } from 'hono'
import { SealsDoNotOpen } from './accounts/check-seals.ts'
import { createApp } from './app.ts'
import { seedDemoClient } from './clients/seed-demo-client.ts'
import { type Config, ConfigError, configWarnings, readConfig, storagePlace } from './config.ts'
import { createDeps, type DepsOptions } from './create-deps.ts'
import { createWebhookDeps } from './create-webhook-deps.ts'
import type { AppEnv } from './http/request-context.ts'
import { CannotListen, serve } from './http/serve.ts'
import { watchEventLoopDelay } from './log/event-loop-delay.ts'
import { mountRootRedirect } from './routes/root-redirect.ts'
import type { AppDeps } from './routes/route-deps.ts'
import { serveConsole } from './serve-console.ts'
import { shutDown } from './shut-down.ts'
import { WrongEnvironment } from './storage/environment-mark.ts'
import { DatabaseUnreachable } from './storage/postgres.ts'
import { SchemaMismatch } from './storage/schema-version.ts'
import { FolderInUse } from './storage/sqlite.ts'
import { startPolling } from './transfers/polling.ts'
import { RestoreUnchecked, readRestore } from './transfers/restore.ts'
import { durabilityWatch } from './watch-durability.ts'
import { startWebhooks } from './webhooks/start-webhooks.ts'

/** How long a stopping process waits for exchanges, and after what time it exits in any case. */
const patienceMs = 7_000
const lastMs = 9_500

const restoreWarning =
  'The database was restored, and nothing is sent until the lost time was compared and confirmed: transfer-link reconcile'

/** Adds routes to the app before it listens. */
export type Mount = (app: Hono<AppEnv>, deps: AppDeps, config: Config) => void | Promise<void>

/** Runs until a signal ends it. If the operator can fix a problem, the process prints one sentence and exits with 1. */
export async function runServer(
  environment: NodeJS.ProcessEnv,
  mount?: Mount,
  options: DepsOptions = {},
): Promise<void> {
  try {
    await start(environment, mount, options)
  } catch (error) {
    refuseStart(error)
  }
}

async function start(environment: NodeJS.ProcessEnv, mount: Mount | undefined, options: DepsOptions): Promise<void> {
  // Files that this process writes are private to its user.
  process.umask(0o077)
  const config = readConfig(environment)
  const sandbox = config.environment === 'sandbox'
  const shutdown = new AbortController()
  const created = await createDeps(config, options)
  const durability = durabilityWatch(created.database, created.log)
  if (created.metrics !== undefined) watchEventLoopDelay(created.metrics.eventLoopDelaySeconds.observe)
  const deps: AppDeps = {
    ...created,
    shutdownSignal: shutdown.signal,
    databaseDurability: durability.current,
  }
  if (sandbox) await seedDemoClient(deps, `http://localhost:${config.demoPort}/`)
  const app = createApp(deps)
  await mount?.(app, deps, config)
  mountRootRedirect(app)
  const listening = await serve(app, {
    port: config.port,
    hosts: config.hosts,
    logRefusedRequest: (request) => deps.log.info(request, 'request refused'),
  })
  const operatorConsole = config.console === null ? null : await serveConsole(deps, config.console)
  const polling = startPolling(deps)
  const webhooks = startWebhooks(createWebhookDeps(deps), shutdown.signal)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    deps.log.info({}, 'stopping')
    setTimeout(() => shutdown.abort(), patienceMs)
    process.exitCode = 0
    // Exit even if something hangs: recovery does not depend on how a process ends.
    setTimeout(() => process.exit(), lastMs)
    const failed = () => {
      process.exitCode = 1
    }
    durability.stop()
    const close = () => Promise.all([listening.close(), operatorConsole?.close()])
    await shutDown({ ...deps, polling, webhooks, listening: { close }, failed })
    deps.log.info({ exitCode: process.exitCode }, 'stopped')
    process.exit()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Forked by the supervisor: exit with it.
  process.on('disconnect', stop)
  process.send?.({ type: 'ready', url: config.publicUrl, consoleUrl: operatorConsole?.signInUrl ?? null })
  const { port, hosts, publicUrl, console: settings } = config
  const storage = storagePlace(config)
  const consolePlace = settings === null ? {} : { consolePort: settings.port, consoleUrl: settings.url }
  const places = { hosts, port, publicUrl, ...consolePlace, storage }
  deps.log.info({ environment: config.environment, ...places }, 'listening')
  for (const warning of configWarnings(config)) deps.log.warn({}, warning)
  if ((await readRestore(deps.database.query)) !== null) deps.log.warn({}, restoreWarning)
  await durability.start(config.environment)
}

function refuseStart(error: unknown): void {
  const expected =
    error instanceof ConfigError ||
    error instanceof FolderInUse ||
    error instanceof DatabaseUnreachable ||
    error instanceof SchemaMismatch ||
    error instanceof WrongEnvironment ||
    error instanceof SealsDoNotOpen ||
    error instanceof RestoreUnchecked ||
    error instanceof CannotListen
  const message = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)
  // A supervisor prints the reason.
  if (process.send === undefined) process.stderr.write(`${message}\n`)
  else process.send({ type: 'failed', message: expected ? message : `The API server could not start: ${message}` })
  process.exit(1)
}
