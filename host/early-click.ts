declare global {
  /** Where the user clicked while the page's scripts were loading, stored by the script in index.html. */
  var earlyClick: Element | undefined
  function saveEarlyClick(event: Event): void
}

/** Repeats a click on a button of the screen that the server rendered, once the button does something. */
export function repeatEarlyClick() {
  removeEventListener('click', saveEarlyClick, true)
  globalThis.earlyClick?.closest('button')?.click()
}
