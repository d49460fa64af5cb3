import { assets, networkOnTheWire, networksFor, prices } from './assets.ts'
import type { Exchange } from './exchange-context.ts'
import { json, type Route, route } from './http.ts'

export function publicRoutes({ now, faults }: Exchange): Route[] {
  return [
    route('GET /v1/prices', () => json({ at: new Date(now()).toISOString(), prices })),
    route('GET /v1/health', () => json({ status: Object.keys(faults.state()).length === 0 ? 'ok' : 'degraded' })),
    route('GET /v1/assets', () =>
      json({
        assets: assets.map((asset) => ({
          asset: asset.symbol,
          name: asset.name,
          networks: networksFor(asset, null).map((network) => networkOnTheWire(asset, network)),
        })),
      }),
    ),
  ]
}
