import { html } from 'lit'

/** Rows in the shape of what is being loaded. They wait a moment, so that a fast answer shows no flicker. */
export function skeletonRows(label: string) {
  const row = html`<div><i></i><i></i><i></i></div>`
  return html`<div class="skeleton" aria-hidden="true">${[row, row, row, row, row]}</div><p class="sr" role="status">${label}</p>`
}
