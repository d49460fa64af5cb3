// How a link's page looks, as the site asks for it in the page's address: light or dark, one brand colour, single tokens.
// What arrives ends up in a stylesheet, so that nothing is taken that is not exactly a colour, a length or a font's name.

import { paletteOf, readHex } from './brand-palette.ts'

export interface Looks {
  /** Null follows the system. */
  theme: 'light' | 'dark' | null
  /** Custom properties of the page, ready to stand in a stylesheet. */
  properties: [name: string, value: string][]
}

const color =
  /^(#[\da-f]{3,8}|[a-z]{3,24}|(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+-]{1,60}\)|color\([a-z\d-]{2,12}[\d\s.%/+-]{1,60}\))$/i
const length = /^\d{1,3}(\.\d{1,3})?(px|rem|em)$/
const fonts = /^([\w -]|"[\w -]+"|'[\w -]+'|,)+$/
const colors = 'brand on-brand bg surface surface-2 text text-muted border success warning danger focus'.split(' ')
const longest = 200

const tokens = new Map<string, RegExp>([
  ...colors.map((name) => [`color-${name}`, color] as const),
  ['font-family', fonts],
  ['font-mono', fonts],
  ['radius-s', length],
  ['radius-m', length],
  ['radius-l', length],
])

/** `brand` is a colour as `1f5eff`, `look` tokens as `radius-m:4px;color-bg:#fffdf8`. What cannot be read is left out. */
export function readLooks(query: { th?: string; brand?: string; look?: string }): Looks {
  const properties = new Map<string, string>()
  const brand = readHex(query.brand ?? '')
  if (brand !== null) for (const [name, value] of paletteOf(brand)) properties.set(`--tl-${name}`, value)
  for (const part of (query.look ?? '').slice(0, 2000).split(';')) {
    const [name = '', value = ''] = part.split(/:(.*)/s).map((each) => each.trim())
    if (value.length <= longest && tokens.get(name)?.test(value)) properties.set(`--tl-${name}`, value)
  }
  return { theme: query.th === 'light' || query.th === 'dark' ? query.th : null, properties: [...properties] }
}
