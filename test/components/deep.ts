// The content of elements through their shadow roots.

export function* deepElements(root: Element | ShadowRoot): Generator<HTMLElement> {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    yield element
    if (element.shadowRoot) yield* deepElements(element.shadowRoot)
  }
}

/** The text as it is shown: slots contain what is assigned to them. */
export function deepText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  if (node instanceof HTMLStyleElement) return ''
  if (node instanceof HTMLSlotElement && node.assignedNodes().length > 0)
    return node.assignedNodes().map(deepText).join('')
  const { childNodes } = (node as Element).shadowRoot ?? node
  return [...childNodes].map(deepText).join('')
}
