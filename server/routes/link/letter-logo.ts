// An integration's logo for apps that show one: its initials on its colour, as on the hosted screens. Distributing the exchanges'
// trademarks would require their permission.

import type { Exchange } from '../../exchanges/exchange.ts'

/** An SVG in base64, as published clients expect it. */
export function letterLogo({ name, color }: Pick<Exchange, 'name' | 'color'>): string {
  const initials = name.split(' ', 2).map(([letter = '']) => `&#${letter.codePointAt(0) ?? 32};`)
  const style = `font-family="sans-serif" font-size="${initials.length > 1 ? 15 : 18}" font-weight="700" text-anchor="middle"`
  const text = `<text x="20" y="26" ${style} fill="${isLight(color) ? '#10151c' : '#fff'}">`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="11" fill="${color}"/>${text}${initials.join('')}</text></svg>`
  return Buffer.from(svg).toString('base64')
}

/** `color` is #rrggbb. */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 160
}
