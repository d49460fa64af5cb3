// Detects whether the user of a framed page sees the whole review. The embedding page can cover the frame, make it transparent,
// clip it, or make it so small that only one button shows. Inside the frame the user scrolls: a row counts as
// seen once it was in view, as long as the frame stays unobstructed and does not shrink.

import type { Sight } from './send-guard.ts'

/** In CSS pixels. The frame of the drop-in element is larger on every phone, upright and in landscape. */
const minimumSize = { width: 280, height: 240 }
/** Fractions of a pixel are cut off at the edges. */
const fullyVisible = 0.95

/** `isVisible` is of IntersectionObserver v2: nothing covers, fades or distorts the page. Firefox and Safari do not have it. */
type Entry = IntersectionObserverEntry & { isVisible?: boolean }

interface FrameWatch {
  sight(): Sight
  /** The rows of the review, the first of them amount and address, and the button below them. */
  watch(rows: Element[], footer: Element | null): void
  /** Scrolls to the next row that was not in view. */
  readOn(): void
}

/** Without IntersectionObserver v2 a covered frame cannot be detected, so money is sent from the full page only. */
function watchUnprotected(changed: () => void): FrameWatch {
  let isNeeded = false
  return {
    sight: () => (isNeeded ? 'unprotected' : 'clear'),
    watch(_, footer) {
      if (isNeeded === (footer !== null)) return
      isNeeded = footer !== null
      changed()
    },
    readOn: () => {},
  }
}

export function watchFrame(changed: () => void): FrameWatch {
  if (!('isVisible' in IntersectionObserverEntry.prototype)) return watchUnprotected(changed)

  let frame: Entry | null = null
  let rows: Element[] = []
  let footer: Element | null = null
  let unread = new Set<Element>()
  let inView = new Set<Element>()

  const isObstructed = () =>
    frame !== null &&
    (innerWidth < minimumSize.width ||
      innerHeight < minimumSize.height ||
      frame.isVisible === false ||
      !isShownEnough(frame))

  /** A frame beyond the edges of the window still shows where the money goes, and the button. */
  const isShownEnough = ({ intersectionRatio }: Entry) =>
    intersectionRatio >= fullyVisible ||
    [...rows.slice(0, 2), footer].every((part) => part !== null && inView.has(part))

  const update = () => {
    if (isObstructed()) unread = new Set(rows)
    else for (const row of inView) unread.delete(row)
    changed()
  }

  const frameObserver = new IntersectionObserver(
    (entries) => {
      frame = entries.at(-1) ?? null
      update()
    },
    { threshold: [0, 0.5, fullyVisible, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  )

  /** Only while money can be sent: for half a second after a frame has moved, Chromium drops clicks on one observed like this. */
  const observeFrame = (isNeeded: boolean) => {
    if (isNeeded === (footer !== null)) return
    frame = null
    if (isNeeded) frameObserver.observe(document.documentElement)
    else frameObserver.disconnect()
  }

  const partObserver = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries)
        if (intersectionRatio >= fullyVisible) inView.add(target)
        else inView.delete(target)
      update()
    },
    { threshold: [0, fullyVisible] },
  )

  /** After the frame shrank, rows may be out of view: measures each part again. */
  const measureAgain = () => {
    unread = new Set(rows)
    inView = new Set()
    for (const part of footer === null ? rows : [...rows, footer]) {
      partObserver.unobserve(part)
      partObserver.observe(part)
    }
    update()
  }

  let size = { width: innerWidth, height: innerHeight }
  addEventListener('resize', () => {
    const isSmaller = innerWidth < size.width || innerHeight < size.height
    size = { width: innerWidth, height: innerHeight }
    if (isSmaller) measureAgain()
    else update()
  })

  return {
    sight() {
      if (footer === null) return 'clear'
      if (frame === null) return 'away'
      if (isObstructed()) return 'obstructed'
      return unread.size > 0 ? 'unread' : 'clear'
    },
    watch(newRows, newFooter) {
      const parts = (all: Element[], last: Element | null) => (last === null ? all : [...all, last])
      const before = parts(rows, footer)
      const after = parts(newRows, newFooter)
      if (after.length === before.length && after.every((part, index) => part === before[index])) return
      observeFrame(newFooter !== null)
      for (const part of before) if (!after.includes(part)) partObserver.unobserve(part)
      for (const part of after) if (!before.includes(part)) partObserver.observe(part)
      inView = new Set(after.filter((part) => inView.has(part)))
      unread = new Set(newRows.filter((row) => unread.has(row) || !rows.includes(row)))
      rows = newRows
      footer = newFooter
      update()
    },
    readOn: () => rows.find((row) => unread.has(row))?.scrollIntoView({ block: 'start', behavior: 'smooth' }),
  }
}
