/** Brings what has just been opened into view, if it is below the fold. */
export function scrollToOpened(details: HTMLDetailsElement) {
  if (!details.open) return
  const isStill = matchMedia('(prefers-reduced-motion)').matches
  details.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
}
