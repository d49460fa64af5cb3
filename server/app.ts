// The whole HTTP face as one Hono app. Order matters only in that each path's refusals come after its routes.

import { Hono } from 'hono'
import { proxyList } from './http/caller-address.ts'
import { keptRouter } from './http/kept-router.ts'
import { mountMiddleware } from './http/middleware.ts'
import type { AppEnv } from './http/request-context.ts'
import { bucketsFor, type Limits, productionLimits, rateLimits, sandboxLimits } from './limits/limits.ts'
import { storedBuckets } from './limits/stored-buckets.ts'
import { newMetrics } from './log/metrics.ts'
import { mountConfigureTransfer } from './routes/configure-transfer.ts'
import { mountCreateLink } from './routes/create-link.ts'
import { mountDeleteAccount } from './routes/delete-account.ts'
import { endpoints } from './routes/endpoints.ts'
import { mountExecuteTransfer } from './routes/execute-transfer.ts'
import { mountFetchTokens } from './routes/fetch-tokens.ts'
import { mountHealth } from './routes/health.ts'
import { mountHostedPage } from './routes/hosted-page.ts'
import { mountConnectLinkAccount } from './routes/link/connect-link-account.ts'
import { mountFollowLinkTransfer } from './routes/link/follow-link-transfer.ts'
import { mountOpenFullPage } from './routes/link/open-full-page.ts'
import { mountOpenLink } from './routes/link/open-link.ts'
import { mountRedirect } from './routes/link/redirect.ts'
import { mountAskPayment } from './routes/link/request-payment.ts'
import { mountSendLinkTransfer } from './routes/link/send-link-transfer.ts'
import { mountAnswerOfWallet } from './routes/link/wallet-callbacks.ts'
import { mountWalletOwnership } from './routes/link/wallet-ownership.ts'
import { mountListIntegrations } from './routes/list-integrations.ts'
import { mountListNetworks } from './routes/list-networks.ts'
import { mountPreviewTransfer } from './routes/preview-transfer.ts'
import { mountReadMetrics } from './routes/read-metrics.ts'
import { mountReadTransfers } from './routes/read-transfers.ts'
import { mountReference } from './routes/reference/mount-reference.ts'
import { mountRefreshToken } from './routes/refresh-token.ts'
import type { AppDeps, RouteDeps } from './routes/route-deps.ts'
import { mountScriptTagFiles } from './routes/script-tag-files.ts'
import { isStorageFailure } from './storage/storage.ts'

export function createApp(given: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router: keptRouter() })
  const deps: RouteDeps = {
    ...given,
    limits: given.limits ?? usualLimits(given),
    metrics: given.metrics ?? newMetrics(),
    openCircuits: given.openCircuits ?? (() => []),
    metricsToken: given.metricsToken ?? null,
    wallets: given.wallets ?? new Map(),
    solana: given.solana ?? new Map(),
  }
  const shapes = new Map(endpoints.flatMap(({ path, shape }) => (shape === undefined ? [] : [[path, shape]])))
  mountMiddleware(app, { ...deps, isStorageFailure, proxies: proxyList(given.trustedProxies ?? []), shapes })
  mountListNetworks(app, deps)
  mountCreateLink(app, deps)
  mountConfigureTransfer(app, deps)
  mountPreviewTransfer(app, deps)
  mountExecuteTransfer(app, deps)
  mountReadTransfers(app, deps)
  mountFetchTokens(app, deps)
  mountRefreshToken(app, deps)
  mountDeleteAccount(app, deps)
  mountListIntegrations(app, deps)
  mountOpenLink(app, deps)
  mountOpenFullPage(app, deps)
  mountConnectLinkAccount(app, deps)
  mountRedirect(app, deps)
  mountSendLinkTransfer(app, deps)
  mountAnswerOfWallet(app, deps)
  mountWalletOwnership(app, deps)
  mountAskPayment(app, deps)
  mountFollowLinkTransfer(app, deps)
  mountHealth(app, deps)
  mountReadMetrics(app, deps)
  mountReference(app, deps)
  mountHostedPage(app, deps)
  mountScriptTagFiles(app, deps)
  return app
}

function usualLimits({ environment, database, now, rateLimits: settings }: AppDeps): Limits {
  const usual = environment === 'sandbox' ? sandboxLimits : productionLimits
  return rateLimits({ ...usual, ...settings }, bucketsFor(database), now, storedBuckets(database))
}
