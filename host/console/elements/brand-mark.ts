import { html, svg } from 'lit'

const arrows = svg`<path d="M9 12h12m0 0-4-4m4 4-4 4M23 20H11m0 0 4-4m-4 4 4 4" stroke="#fff" stroke-width="2.5"/>`

/** The mark of the console, as in public/assets/icon.svg. */
export const brandMark = html`<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#1f5eff" stroke="none"/>${arrows}</svg>`
