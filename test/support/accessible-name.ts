// The role and the name that a screen reader has of an element, as far as the screens use them.

const selectors = {
  button: 'button, [role=button]',
  link: 'a[href]',
  textbox: 'input:not([type]), input[type=text], input[type=password]',
  searchbox: 'input[type=search]',
  checkbox: 'input[type=checkbox]',
  combobox: 'select',
  alert: '[role=alert]',
  status: '[role=status]',
}

export type Role = keyof typeof selectors

export function hasRole(element: Element, role: Role): boolean {
  return element.matches(selectors[role])
}

/** Its label, or its text without what is hidden from screen readers. */
export function accessibleName(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label) return label
  const { labels } = element as HTMLInputElement
  const named = labels && labels.length > 0 ? [...labels] : [element]
  return named.map(spokenText).join(' ').replace(/\s+/g, ' ').trim()
}

function spokenText(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
  if (node instanceof HTMLImageElement) return node.alt
  // The text of a block is a word of its own.
  const space = getComputedStyle(node).display.startsWith('inline') ? '' : ' '
  return space + [...node.childNodes].map(spokenText).join('') + space
}
