import { html, nothing, type TemplateResult } from 'lit'

export interface Disc {
  /** A letter, or a name whose initials are shown. */
  letter: string
  color: string
  /** The path of an image that replaces the letters, unless it cannot be loaded: the operator's logo of an exchange. */
  logo?: string | undefined
  /** The path of an opaque image that covers the letter once it is loaded: the icon of a token or a network. */
  icon?: string | undefined
}

/** Initials on a colour, a logo or an icon. Decorative: the name is beside it. */
export function letterDisc(disc: Disc, kind: 'square' | 'square large' | '' = '', badge: Disc | null = null) {
  return html`<span class="disc ${kind}" aria-hidden="true">${face(disc, kind !== '')}${badge === null ? nothing : face(badge)}</span>`
}

/** The colour is an attribute of a shape, because a policy without 'unsafe-inline' blocks style attributes. */
function face({ letter, color, logo, icon }: Disc, hasTwoLetters = false): TemplateResult {
  if (logo !== undefined)
    return html`<img src=${logo} alt="" width="40" height="40" @load=${noteFailure} @error=${noteFailure} />${face({ letter, color }, hasTwoLetters)}`
  const background = /^#[0-9a-f]{6}$/i.test(color) ? color : colorOf(letter)
  return html`<i class=${isLight(background) ? 'dark' : ''}><svg><rect width="100%" height="100%" fill=${background} /></svg>${hasTwoLetters ? initialsOf(letter) : [...letter][0]}${icon === undefined ? nothing : html`<img src=${icon} alt="" width="40" height="40" loading="lazy" />`}</i>`
}

/** The letters are shown if the logo cannot be loaded. */
function noteFailure({ type, target }: Event) {
  if (target instanceof Element) target.classList.toggle('failed', type === 'error')
}

/** Of the first two words: one letter is not enough where names begin alike. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/, 2)
  return words.map((word) => [...word][0] ?? '').join('')
}

const palette = ['#10365c', '#4338ca', '#0f766e', '#155e75', '#6d28d9', '#1d4ed8', '#334155', '#166534']

function colorOf(text: string): string {
  return palette[(text.codePointAt(0) ?? 0) % palette.length] ?? ''
}

function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 160
}
