// An integration's logo for apps that show one: its first letter on its colour, as on the hosted screens. Distributing the exchanges'
// trademarks would require their permission.

import type { Exchange } from '../../exchanges/exchange.ts'

/** An SVG in base64, as published clients expect it. */
export function letterLogo({ name, color }: Pick<Exchange, 'name' | 'color'>): string {
  const [letter = ''] = name
  const text = `<text x="20" y="26" font-family="sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="#fff">`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="11" fill="${color}"/>${text}&#${letter.codePointAt(0) ?? 32};</text></svg>`
  return Buffer.from(svg).toString('base64')
}
