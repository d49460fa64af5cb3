/**
 * Sets `--keyboard` of an element to the height that an on-screen keyboard covers: not every browser shrinks the window for it.
 * A zoomed page is ignored, since it shows less for another reason. Returns a function that stops this.
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
