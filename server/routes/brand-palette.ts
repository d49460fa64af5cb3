// Colours as numbers: contrast is computed as WCAG 2 defines it.

export type Rgb = [red: number, green: number, blue: number]

export const white: Rgb = [255, 255, 255]
export const black: Rgb = [0, 0, 0]
/** The softer of the two dark text colours, used if it is dark enough. */
export const ink: Rgb = [16, 21, 28]

/** Minimum contrast of text, and of other visible parts. */
export const readable = 4.5
export const visible = 3

/** `#1f5eff`, `1f5eff` or `f80`; null for anything else. */
export function readHex(text: string): Rgb | null {
  const [, short, long] = /^#?(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  return digits === undefined ? null : (digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) as Rgb)
}

/** Returns the colour, moved towards another until it has enough contrast to all of these. */
export function moveAway(
  color: Rgb,
  { backgrounds, away, enough }: { backgrounds: Rgb[]; away: Rgb; enough: number },
): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = color.map((part, at) => Math.round(part + ((away[at] ?? 0) - part) * share)) as Rgb
    if (backgrounds.every((each) => contrast(mixed, each) >= enough)) return mixed
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

export function toHexColor(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
