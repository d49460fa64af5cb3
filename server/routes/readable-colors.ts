// The colours of the hosted page. Each text is readable on all of its backgrounds: if a site's colour has too little contrast, it is
// moved by the smallest step that suffices.

import {
  black,
  contrast,
  ink,
  moveAway,
  type Rgb,
  readable,
  readHex,
  toHexColor,
  visible,
  white,
} from './brand-palette.ts'

export type Scheme = 'light' | 'dark'
type Colors = Map<string, Rgb>

/** The colours of components/ui/theme.ts. A site cannot set those named `*-bg`. */
const defaults: Record<Scheme, Colors> = {
  light: colorsOf({
    ...{ bg: 'fff', surface: 'f5f6f8', 'surface-2': 'eceef2', text: '10151c', 'text-muted': '5a6472' },
    ...{ brand: '10151c', 'on-brand': 'fff', focus: '1f5eff', success: '0b7a4b', warning: '8a5300', danger: 'b3261e' },
    ...{ 'success-bg': 'e7f6ee', 'warning-bg': 'fff4e0', 'danger-bg': 'fdecea' },
  }),
  dark: colorsOf({
    ...{ bg: '14181f', surface: '1c222b', 'surface-2': '262d38', text: 'f2f4f7', 'text-muted': 'a3adbb' },
    ...{
      brand: 'f2f4f7',
      'on-brand': '10151c',
      focus: '7aa2ff',
      success: '4cc38a',
      warning: 'f0b35a',
      danger: 'ff8a80',
    },
    ...{ 'success-bg': '12291f', 'warning-bg': '2c2313', 'danger-bg': '2f1a18' },
  }),
}

/** The backgrounds of each text. */
export const textsOn: [text: string, ...backgrounds: string[]][] = [
  ['text', 'bg', 'surface', 'surface-2'],
  ['text-muted', 'bg', 'surface', 'surface-2'],
  ['focus', 'bg', 'surface'],
  ['success', 'bg', 'success-bg'],
  ['warning', 'bg', 'warning-bg'],
  ['danger', 'bg', 'danger-bg'],
  ['on-brand', 'brand'],
]

/** The scheme that fits this background. */
export function schemeOf(background: Rgb): Scheme {
  return contrast(background, black) >= contrast(background, white) ? 'light' : 'dark'
}

/** All colours of a page in one scheme, with the site's colours and its brand colour. */
export function colorsIn(scheme: Scheme, wished: Colors, brand: Rgb | null): Colors {
  const away = scheme === 'light' ? black : white
  const colors: Colors = new Map([...defaults[scheme], ...wished])
  const background = colors.get('bg') ?? away
  if (brand !== null && !wished.has('brand'))
    colors.set('brand', moveAway(brand, { backgrounds: [background], away, enough: visible }))
  if (brand !== null && !wished.has('focus')) colors.set('focus', brand)
  // Ignore a surface on which no text could be readable.
  for (const name of ['surface', 'surface-2'])
    if (contrast(colors.get(name) ?? away, away) < readable) colors.set(name, background)
  for (const [name, ...backgrounds] of textsOn) {
    const on = backgrounds.map((each) => colors.get(each) ?? background)
    const color = colors.get(name) ?? away
    colors.set(
      name,
      name === 'on-brand'
        ? inkOn(on[0] ?? background, wished.get(name))
        : moveAway(color, { backgrounds: on, away, enough: readable }),
    )
  }
  return colors
}

/** Custom properties for every changed colour, with a value for each scheme if there are two. */
export function readableColors(wished: Colors, brand: Rgb | null, theme: Scheme | null): [string, string][] {
  if (wished.size === 0 && brand === null) return []
  const schemes: Scheme[] = theme === null ? ['light', 'dark'] : [theme]
  const found = schemes.map((scheme) => ({ scheme, colors: colorsIn(scheme, wished, brand) }))
  const names = [...defaults.light.keys(), 'border'].filter((name) =>
    found.some(({ scheme, colors }) => String(colors.get(name)) !== String(defaults[scheme].get(name))),
  )
  return names.map((name) => {
    const values = found.map(({ colors }) => toHexColor(colors.get(name) ?? black))
    return [`--tl-color-${name}`, values.length === 1 ? String(values[0]) : `light-dark(${values.join(', ')})`]
  })
}

/** The text colour on the brand colour: the site's if readable, otherwise the softest readable one. */
function inkOn(brand: Rgb, wish: Rgb | undefined): Rgb {
  return [...(wish ? [wish] : []), white, ink, black].find((each) => contrast(each, brand) >= readable) ?? black
}

function colorsOf(hex: Record<string, string>): Colors {
  return new Map(Object.entries(hex).map(([name, digits]) => [name, readHex(digits) ?? black]))
}
