// The colours that the hosted page uses for a theme, and the contrast of each text. The rule is the server's own code.
import { contrast, type Rgb, readHex, toHexColor } from '../../../../server/routes/brand-palette.ts'
import { colorsIn, type Scheme, schemeOf, textsOn } from '../../../../server/routes/readable-colors.ts'

export { readable } from '../../../../server/routes/brand-palette.ts'

export interface Theme {
  /** The attribute `theme`. */
  theme: string
  /** The attribute `brand-color` as hex, or ''. */
  brand: string
  /** Hex by the part of the token after `--tl-color-`. */
  colors: ReadonlyMap<string, string>
}

export interface SchemeReport {
  scheme: Scheme
  texts: TextReport[]
  /** The colour of the button. */
  button: Shown
}

export interface Shown {
  color: string
  /** The colour that the site set, if the page shows another. */
  adjustedFrom: string | null
}

export interface TextReport extends Shown {
  /** As in `--tl-color-text-muted`. */
  name: string
  /** Of the backgrounds of this text, the one with the least contrast. */
  background: string
  ratio: number
}

export function contrastReport({ theme, brand, colors }: Theme): SchemeReport[] {
  const wished = new Map([...colors].flatMap(([name, hex]) => readColor(name, hex)))
  const brandColor = readHex(brand)
  return schemesOf(theme, wished.get('bg')).map((scheme) => {
    const shown = colorsIn(scheme, wished, brandColor)
    const wishOf = (name: string) => wished.get(name) ?? (name === 'brand' || name === 'focus' ? brandColor : null)
    const colorOf = (name: string): Rgb => shown.get(name) ?? [0, 0, 0]
    const showing = (name: string): Shown => {
      const [color, wish] = [toHexColor(colorOf(name)), wishOf(name)]
      return { color, adjustedFrom: wish === null || toHexColor(wish) === color ? null : toHexColor(wish) }
    }
    const texts = textsOn.map(([name, ...backgrounds]): TextReport => {
      const against = (background: string) => contrast(colorOf(name), colorOf(background))
      const [worst = 'bg'] = backgrounds.toSorted((one, other) => against(one) - against(other))
      return { name, ...showing(name), background: toHexColor(colorOf(worst)), ratio: against(worst) }
    })
    return { scheme, texts, button: showing('brand') }
  })
}

/** Rounded down, so that a ratio below the minimum never reads as the minimum. */
export function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
}

/** A background fixes the scheme, whatever the attribute and the system say. */
function schemesOf(theme: string, background: Rgb | undefined): Scheme[] {
  if (background !== undefined) return [schemeOf(background)]
  return theme === 'light' || theme === 'dark' ? [theme] : ['light', 'dark']
}

function readColor(name: string, hex: string): [string, Rgb][] {
  const color = readHex(hex)
  return color === null ? [] : [[name, color]]
}
