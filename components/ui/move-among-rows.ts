/** Arrow keys, Home and End move the focus between a search field and the rows below it. */
export function moveAmongRows(event: KeyboardEvent) {
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, .row')]
  const from = stops.indexOf(event.composedPath()[0] as HTMLElement)
  const to = from < 0 ? -1 : target(event.key, from, stops.length - 1)
  if (!stops[to]) return
  event.preventDefault()
  stops[to].focus()
}

/** The index to move to, -1 for none. In the field, Home and End move the caret. */
function target(key: string, from: number, last: number): number {
  const isTyping = from === 0
  if (key === 'ArrowDown' || (isTyping && key === 'Enter')) return from + 1
  if (key === 'ArrowUp') return from - 1
  if (isTyping) return -1
  return key === 'Home' ? 0 : key === 'End' ? last : -1
}
