/**
 * Keeps `--keyboard` of an element at the height that an on-screen keyboard covers: not every browser makes the window
 * smaller for it. A page that is zoomed shows less for another reason. Returns how to stop.
 */
export function stayAboveKeyboard(element: HTMLElement): () => void {
  const view = window.visualViewport
  if (view === null) return () => {}
  const fit = () => {
    const covered = view.scale === 1 ? window.innerHeight - view.height - view.offsetTop : 0
    element.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  const stop = new AbortController()
  for (const name of ['resize', 'scroll']) view.addEventListener(name, fit, stop)
  return () => stop.abort()
}
