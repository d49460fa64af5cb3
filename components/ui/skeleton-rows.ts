import { html } from 'lit'

/** Placeholder rows while a list loads. They appear after a moment, so that a fast response does not flicker. */
export function skeletonRows(label: string) {
  const row = html`<div><i></i><i></i><i></i></div>`
  return html`<div class="skeleton" aria-hidden="true">${[row, row, row, row, row]}</div><p class="sr" role="status">${label}</p>`
}
