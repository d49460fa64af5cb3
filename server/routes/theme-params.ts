// The theme of a link's page, from parameters of its URL: light or dark, one brand colour, single tokens. The values become part of a
// stylesheet, so only exact colours, lengths and font names are accepted. A theme must not hide what the user confirms: colours are
// opaque, and every text has a contrast of at least 4.5 to its backgrounds.

import { readHex } from './brand-palette.ts'
import { readableColors, type Scheme, schemeOf } from './readable-colors.ts'

export interface ThemeParams {
  /** Null follows the system. */
  theme: Scheme | null
  /** Custom properties of the page, safe for a stylesheet. */
  properties: [name: string, value: string][]
}

const fonts = /^([\w -]|"[\w -]+"|'[\w -]+'|,)+$/
const colors = 'brand on-brand bg surface surface-2 text text-muted border success warning danger focus'.split(' ')
const longest = 200
/** In pixels. A larger radius would cut off content. */
const largestRadius = 28

const others = new Map<string, (value: string) => boolean>([
  ['font-family', (value) => fonts.test(value)],
  ['font-mono', (value) => fonts.test(value)],
  ['radius-s', isRadius],
  ['radius-m', isRadius],
  ['radius-l', isRadius],
])

/** `brand` is a colour as `1f5eff`, `look` tokens as `radius-m:4px;color-bg:fffdf8`. Invalid values are ignored. */
export function readThemeParams(query: { th?: string; brand?: string; look?: string }): ThemeParams {
  const tokens = tokensOf(query.look ?? '')
  const wished = new Map(
    colors.flatMap((name) => {
      const color = readHex(tokens.get(`color-${name}`) ?? '')
      return color === null ? [] : [[name, color] as const]
    }),
  )
  const background = wished.get('bg')
  const named = query.th === 'light' || query.th === 'dark' ? query.th : null
  // The site's background is light or dark, whatever the system prefers. The other colours have to fit it.
  const theme = background === undefined ? named : schemeOf(background)
  const properties: ThemeParams['properties'] = readableColors(wished, readHex(query.brand ?? ''), theme)
  for (const [name, fits] of others) {
    const value = tokens.get(name)
    if (value !== undefined && fits(value)) properties.push([`--tl-${name}`, value])
  }
  return { theme, properties }
}

function tokensOf(look: string): Map<string, string> {
  const tokens = new Map<string, string>()
  for (const part of look.slice(0, 2000).split(';')) {
    const [name = '', value = ''] = part.split(/:(.*)/s).map((each) => each.trim())
    if (value.length <= longest) tokens.set(name, value)
  }
  return tokens
}

function isRadius(value: string): boolean {
  const [, number, unit] = /^(\d{1,3}(?:\.\d{1,3})?)(px|rem|em)$/.exec(value) ?? []
  return number !== undefined && Number(number) * (unit === 'px' ? 1 : 16) <= largestRadius
}
