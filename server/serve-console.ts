// Starts the operator's console beside the API, on its own port.

import type { ConsoleSettings } from './config-values.ts'
import { createConsole } from './console/console-app.ts'
import type { ConsoleDeps } from './console/console-deps.ts'
import { identityProvider } from './console/identity-provider.ts'
import { nodeNetworksOf } from './console/node-networks.ts'
import { oidcReturnPath } from './console/oidc-endpoints.ts'
import { createCode } from './console/one-time-codes.ts'
import { startSummarising } from './console/summarising.ts'
import { type Listening, serve } from './http/serve.ts'
import { defaultLimits } from './limits/limits.ts'
import { newMetrics } from './log/metrics.ts'
import { builtFolder } from './package-info.ts'
import type { AppDeps } from './routes/route-deps.ts'
import type { TransferDeps } from './transfers/transfer-deps.ts'

/** The URL that `npm start` prints can be opened for a day. */
const demoSeconds = 86_400

export interface ServedConsole extends Listening {
  /** In the sandbox: signs in once, as admin. Anyone who has it can do so. */
  signInUrl: string | null
}

/** Throws CannotListen. */
export async function serveConsole(given: AppDeps, settings: ConsoleSettings): Promise<ServedConsole> {
  const deps = consoleDeps(given, settings)
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

/** What the console uses of the dependencies of an app. */
type GivenDeps = TransferDeps &
  Pick<AppDeps, 'metrics' | 'openCircuits' | 'trustedProxies' | 'explorerUrl' | 'sealer' | 'limits' | 'rateLimits'> &
  Partial<Pick<AppDeps, 'wallets' | 'solana'>>

export function consoleDeps(given: GivenDeps, settings: ConsoleSettings): ConsoleDeps {
  const { metrics = newMetrics(), openCircuits = () => [], trustedProxies = [], now } = given
  const redirectUrl = `${settings.url}${oidcReturnPath}`
  return {
    ...{ ...given, metrics, openCircuits, trustedProxies, settings },
    nodeNetworks: nodeNetworksOf(given),
    limits: given.limits ?? defaultLimits(given),
    identityProvider: settings.oidc === null ? null : identityProvider(settings.oidc, { redirectUrl, now }),
  }
}

async function demoSignIn({ database, now, settings }: ConsoleDeps): Promise<string> {
  const demo = { kind: 'once', name: 'Demo operator', role: 'admin', operatorId: null } as const
  const code = await createCode(database.query, demo, { now: now(), seconds: demoSeconds })
  return `${settings.url}/sign-in#once=${code}`
}
