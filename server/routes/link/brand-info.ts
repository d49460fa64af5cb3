import type { Exchange } from '../../exchanges/exchange.ts'
import type { RouteDeps } from '../route-deps.ts'
import { letterLogo } from './letter-logo.ts'

export type BrandDeps = Pick<RouteDeps, 'brandLogos' | 'publicUrl'>

/** What published clients show of an integration: the operator's logo, or else letters. The logo is an SVG, also where the operator's is a bitmap. */
export function brandInfoOf({ brandLogos, publicUrl }: BrandDeps, exchange: Pick<Exchange, 'type' | 'name' | 'color'>) {
  const logo = brandLogos.get(exchange.type.toLowerCase())
  const isSvg = logo?.contentType === 'image/svg+xml'
  return {
    brokerLogo: isSvg ? Buffer.from(logo.bytes).toString('base64') : letterLogo(exchange),
    ...(logo !== undefined && { logoLightUrl: `${publicUrl}${logo.path}` }),
    brokerPrimaryColor: exchange.color,
  }
}
