// The HTTP API as one Hono app. The only order that matters: each path's method check comes after its routes.

import { Hono } from 'hono'
import { proxyList } from './http/caller-address.ts'
import { mountMiddleware } from './http/middleware.ts'
import type { AppEnv } from './http/request-context.ts'
import { defaultLimits } from './limits/limits.ts'
import { newMetrics } from './log/metrics.ts'
import { mountBrandLogos } from './routes/brand-logos.ts'
import { mountHostedPage } from './routes/hosted-page.ts'
import type { AppDeps, RouteDeps } from './routes/route-deps.ts'
import { endpoints, mountEndpoints } from './routes/routes.ts'
import { mountScriptTagFiles } from './routes/script-tag-files.ts'
import { isStorageFailure } from './storage/storage.ts'

export function createApp(given: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const deps: RouteDeps = {
    ...given,
    limits: given.limits ?? defaultLimits(given),
    metrics: given.metrics ?? newMetrics(),
    openCircuits: given.openCircuits ?? (() => []),
    probeCircuits: given.probeCircuits ?? (async () => {}),
    databaseDurability: given.databaseDurability ?? (() => null),
    docsUrl: given.docsUrl ?? null,
    metricsToken: given.metricsToken ?? null,
    brandLogos: given.brandLogos ?? new Map(),
    provider: given.provider ?? null,
    webhookNetworks: given.webhookNetworks ?? [],
    wallets: given.wallets ?? new Map(),
    solana: given.solana ?? new Map(),
  }
  const shapes = new Map(endpoints.flatMap(({ path, shape }) => (shape === undefined ? [] : [[path, shape]])))
  mountMiddleware(app, { ...deps, isStorageFailure, proxies: proxyList(given.trustedProxies ?? []), shapes })
  mountEndpoints(app, deps)
  mountHostedPage(app, deps)
  mountBrandLogos(app, deps.brandLogos)
  mountScriptTagFiles(app, deps)
  return app
}
