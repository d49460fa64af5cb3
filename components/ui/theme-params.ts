// The theme and the layout that a site sets on <transfer-link>, for the screens in the other document. The server validates the theme.

const names = (
  'color-brand color-on-brand color-bg color-surface color-surface-2 color-text color-text-muted color-border ' +
  'color-success color-warning color-danger color-focus font-family font-mono radius-s radius-m radius-l'
).split(' ')

interface ThemeParams {
  theme: string
  layout: string
  locale: string
  fiatCurrency: string
  brandColor: string
}

/** Adds the theme to the URL of the hosted page, under the parameter names that this API family publishes. */
export function withThemeParams(url: string, element: Element & ThemeParams): string {
  const address = new URL(url)
  const { theme: th, locale: lng, fiatCurrency: fiatCur, brandColor } = element
  const layout = element.layout === 'inline' && 'inline'
  const params = { th, lng, fiatCur, brand: plainColor(brandColor), look: readTokens(element), layout }
  for (const [name, value] of Object.entries(params))
    if (value && value !== 'system') address.searchParams.set(name, value)
  return address.href
}

/** The tokens that are set, as `radius-m:4px;color-bg:fffdf8`. Colours that are not opaque are left out. */
function readTokens(element: Element): string {
  const style = getComputedStyle(element)
  return names
    .map((name) => {
      const value = style.getPropertyValue(`--tl-${name}`).trim()
      return `${name}:${name.startsWith('color') ? plainColor(value) : value}`
    })
    .filter((token) => !token.endsWith(':'))
    .join(';')
}

/** Any CSS colour as `1f5eff`, or an empty text if it is not a colour. */
export function plainColor(color: string): string {
  if (!CSS.supports('color', color)) return ''
  const canvas = document.createElement('canvas').getContext('2d')
  if (canvas === null) return ''
  canvas.fillStyle = color
  return /^#([\da-f]{6})$/.exec(canvas.fillStyle)?.[1] ?? ''
}
