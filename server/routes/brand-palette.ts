// From one brand colour to colours that can be read on light and on dark: contrast is computed as WCAG 2 defines it.

export type Rgb = [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The softer of the two dark inks, where it is dark enough. */
const ink: Rgb = [16, 21, 28]
/** The page's own backgrounds. */
const backgrounds = { light: white, dark: [20, 24, 31] as Rgb }

/** For text, and for what has to be seen at all. */
const readable = 4.5
const visible = 3

/** `#1f5eff`, `1f5eff` or `f80`; null for anything else. */
export function readHex(text: string): Rgb | null {
  const [, short, long] = /^#?(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  return digits === undefined ? null : (digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) as Rgb)
}

/** Custom properties by their names without `--tl-`, each for light and for dark. */
export function paletteOf(brand: Rgb): [name: string, value: string][] {
  const inLight = shades(brand, backgrounds.light, black)
  const inDark = shades(brand, backgrounds.dark, white)
  return (['color-brand', 'color-on-brand', 'color-focus'] as const).map((name, index) => {
    const [light, dark] = [inLight[index], inDark[index]]
    return [name, `light-dark(${toHex(light ?? brand)}, ${toHex(dark ?? brand)})`]
  })
}

/** The brand as a surface, what is written on it, and the brand as text: no further from the brand than needed. */
function shades(brand: Rgb, background: Rgb, away: Rgb): [Rgb, Rgb, Rgb] {
  const surface = moveAway(brand, background, away, visible)
  const inks = [white, ink, black].filter((each) => contrast(each, surface) >= readable)
  return [surface, inks[0] ?? black, moveAway(brand, background, away, readable)]
}

function moveAway(color: Rgb, background: Rgb, away: Rgb, enough: number): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = color.map((part, at) => Math.round(part + ((away[at] ?? 0) - part) * share)) as Rgb
    if (contrast(mixed, background) >= enough) return mixed
  }
  return away
}

/** From 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toHex(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
