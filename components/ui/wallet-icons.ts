import { html, svg } from 'lit'

const icon = (size: number, paths: ReturnType<typeof svg>) =>
  html`<svg viewBox="0 0 20 20" width=${size} height=${size} aria-hidden="true">${paths}</svg>`

export const qrIcon = icon(
  22,
  svg`<path d="M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2M16.5 11.5v2M11.5 16.5v-2M14.5 16.5h2v-.5"/>`,
)
export const walletIcon = icon(
  30,
  svg`<path d="M4 6.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H4.5A1.5 1.5 0 0 1 3 15V5a1.5 1.5 0 0 1 1.5-1.5H14v3M16.5 10H13a1.5 1.5 0 0 0 0 3h3.5"/>`,
)
