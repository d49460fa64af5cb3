// Runs in the page: what is cut off, covered or too small on the screen that is shown. It must not refer to anything outside.
export function layoutProblems(): string[] {
  const rootsIn = (root: ParentNode): ParentNode[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
  ]
  const roots = rootsIn(document)
  const dialog = roots.flatMap((root) => [...root.querySelectorAll('dialog')])[0]
  const shown = dialog ? [dialog] : roots
  const nameOf = ({ localName, className, textContent }: Element) =>
    `${localName} ${className} ${textContent?.trim().slice(0, 20)}`
  return [...pageProblems(), ...shown.flatMap(targetProblems), ...overlaps(), ...clippedTexts(), ...brokenWords()]

  function pageProblems(): string[] {
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide')
    // Whatever stands still above and below, half of the window is left to what is read and filled in.
    const content = roots.flatMap((root) => [...root.querySelectorAll('.body')])[0]
    const scrolled = content?.scrollHeight === content?.clientHeight ? content?.closest('form') : content
    if (scrolled && scrolled.clientHeight < innerHeight / 2) found.push(`${scrolled.clientHeight} px to read in`)
    return found
  }

  function targetProblems(root: ParentNode): string[] {
    const found: string[] = []
    for (const target of root.querySelectorAll<HTMLElement>('button, a, input, select, summary')) {
      target.scrollIntoView({ block: 'center' })
      const box = target.getBoundingClientRect()
      if (box.width === 0) continue
      const name = nameOf(target)
      if (box.left < 0 || box.right > innerWidth + 1) found.push(`${name} leaves the window`)
      if (box.top < 0 || box.bottom > innerHeight + 1) found.push(`${name} cannot be reached`)
      if (target instanceof HTMLInputElement && target.scrollWidth > target.clientWidth + 1)
        found.push(`${name} does not show all of ${target.value}`)
      // A label, or room around it that can be pressed too, makes a target larger than its box.
      const label = target instanceof HTMLInputElement ? target.labels?.[0]?.getBoundingClientRect().height : 0
      const after = getComputedStyle(target, '::after')
      const room = after.position === 'absolute' ? -2 * (Number.parseFloat(after.insetBlockStart) || 0) : 0
      if (Math.max(box.height + room, label ?? 0) < 43.5) found.push(`${name} is ${box.height + room} px tall`)
    }
    return found
  }

  /** The lines of each element's own text, for the elements that a user sees. */
  function lines(): { element: HTMLElement; box: DOMRect }[] {
    const elements = shown.flatMap((root) => [...root.querySelectorAll<HTMLElement>(':not(option, style, script)')])
    return elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr, svg'))
      .flatMap((element) => textBoxes(element).map((box) => ({ element, box })))
  }

  function textBoxes(element: HTMLElement): DOMRect[] {
    const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '')
    return texts.flatMap((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].filter(({ width }) => width > 1)
    })
  }

  /** A name or an amount without a space that is broken into two lines. Addresses and ids may be. */
  function brokenWords(): string[] {
    const words = lines().filter(
      ({ element }) =>
        !element.closest('.mono, bdi') && element.localName !== 'copy-text' && /^\S+$/.test(textOf(element)),
    )
    const top = new Map<Element, number>()
    return words
      .filter(({ element, box }) => Math.abs(box.top - (top.get(element) ?? box.top)) > 4 || !top.set(element, box.top))
      .map(({ element }) => `${nameOf(element)} is broken`)
  }

  function textOf({ textContent }: Element): string {
    return (textContent ?? '').trim()
  }

  function scrollerOf(element: Element): Element | null {
    for (let at: Element | null = element; at; at = parentOf(at)) if (at.matches('.body, footer, header')) return at
    return null
  }

  function parentOf(element: Element): Element | null {
    const root = element.getRootNode()
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  }

  /** Two texts at one place. A line is taller than its letters, so a few pixels are none. */
  function overlaps(): string[] {
    const all = lines().map((line) => ({ ...line, scroller: scrollerOf(line.element) }))
    return all.flatMap((one, at) =>
      all
        .slice(at + 1)
        .filter(({ element, scroller }) => element !== one.element && scroller === one.scroller)
        .filter(({ box }) => shared(one.box.left, one.box.right, box.left, box.right) > 2)
        .filter(({ box }) => {
          const height = shared(one.box.top, one.box.bottom, box.top, box.bottom)
          return height > 0.4 * Math.min(one.box.height, box.height)
        })
        .map(({ element }) => `${nameOf(one.element)} overlaps ${nameOf(element)}`),
    )
  }

  function shared(from: number, to: number, otherFrom: number, otherTo: number): number {
    return Math.min(to, otherTo) - Math.max(from, otherFrom)
  }

  /** A text that its own box, or the page, cuts off at a side. White space at the end of a line may stick out. */
  function clippedTexts(): string[] {
    return lines()
      .filter(({ element, box }) => {
        const { left, right } = element.getBoundingClientRect()
        const isInline = getComputedStyle(element).display === 'inline'
        const isOutside = box.left < -1 || box.right > innerWidth + 1
        return isOutside || (!isInline && (box.left < left - 6 || box.right > right + 6))
      })
      .map(({ element }) => `${nameOf(element)} is cut off`)
  }
}
