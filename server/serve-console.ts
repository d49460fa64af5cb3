// Starts the operator's console beside the API, on its own port.

import type { ConsoleSettings } from './config-values.ts'
import { createConsole } from './console/console-app.ts'
import type { ConsoleDeps } from './console/console-deps.ts'
import { nodeNetworksOf } from './console/node-networks.ts'
import { createCode } from './console/one-time-codes.ts'
import { startSummarising } from './console/summarising.ts'
import { type Listening, serve } from './http/serve.ts'
import { newMetrics } from './log/metrics.ts'
import { builtFolder } from './package-info.ts'
import type { AppDeps } from './routes/route-deps.ts'

/** The URL that `npm start` prints can be opened for a day. */
const demoSeconds = 86_400

export interface ServedConsole extends Listening {
  /** In the sandbox: signs in once, as admin. Anyone who has it can do so. */
  signInUrl: string | null
}

/** Throws CannotListen. */
export async function serveConsole(given: AppDeps, settings: ConsoleSettings): Promise<ServedConsole> {
  const { metrics = newMetrics(), openCircuits = () => [], trustedProxies = [] } = given
  const nodeNetworks = nodeNetworksOf(given)
  const deps: ConsoleDeps = { ...given, metrics, openCircuits, nodeNetworks, trustedProxies, settings }
  const { environment, log } = deps
  const app = createConsole(deps, builtFolder)
  const listening = await serve(app, {
    port: settings.port,
    hosts: settings.hosts,
    logRefusedRequest: (request) => log.info(request, 'request of the console refused'),
  })
  const stopSummarising = startSummarising(deps)
  const close = async () => {
    await Promise.all([listening.close(), stopSummarising()])
  }
  return { ...listening, close, signInUrl: environment === 'sandbox' ? await demoSignIn(deps) : null }
}

async function demoSignIn({ database, now, settings }: ConsoleDeps): Promise<string> {
  const demo = { kind: 'once', name: 'Demo operator', role: 'admin' } as const
  const code = await createCode(database.query, demo, { now: now(), seconds: demoSeconds })
  return `${settings.url}/sign-in#once=${code}`
}
