import { html, svg } from 'lit'

/** An icon with the class `turning` is mirrored in right-to-left languages. */
const icon = (size: number, paths: ReturnType<typeof svg>, kind = '') =>
  html`<svg viewBox="0 0 20 20" width=${size} height=${size} class=${kind} aria-hidden="true">${paths}</svg>`

export const backIcon = icon(20, svg`<path d="M12 4 6 10l6 6"/>`, 'turning')
export const closeIcon = icon(20, svg`<path d="m5 5 10 10M15 5 5 15"/>`)
export const searchIcon = icon(18, svg`<circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 4 4"/>`)
export const alertIcon = icon(20, svg`<circle cx="10" cy="10" r="8"/><path d="M10 6v5M10 14h.01"/>`)
export const swapIcon = icon(16, svg`<path d="M6 4v11m0 0-3-3m3 3 3-3M14 16V5m0 0-3 3m3-3 3 3"/>`)
export const checkIcon = icon(16, svg`<path d="m4 10.5 4 4 8-9"/>`)
export const bigCheckIcon = icon(34, svg`<path d="m4 10.5 4 4 8-9"/>`)
export const bigCrossIcon = icon(30, svg`<path d="m5 5 10 10M15 5 5 15"/>`)
export const clockIcon = icon(30, svg`<circle cx="10" cy="10" r="7.5"/><path d="M10 6v4.5l3 1.5"/>`)
export const chevronIcon = icon(14, svg`<path d="m5 8 5 5 5-5"/>`)
export const outsideIcon = icon(13, svg`<path d="M6 14 14 6m0 0H7.5M14 6v6.5"/>`, 'turning')
export const lockIcon = icon(
  14,
  svg`<rect x="4.5" y="9" width="11" height="8" rx="2"/><path d="M7 9V6.5a3 3 0 0 1 6 0V9"/>`,
)
