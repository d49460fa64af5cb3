import { html, svg } from 'lit'

const icon = (paths: ReturnType<typeof svg>) =>
  html`<svg viewBox="0 0 20 20" width="18" height="18" stroke-width="1.6" aria-hidden="true">${paths}</svg>`

export const navIcons = {
  attention: icon(svg`<path d="M10 3.2 17.5 16.5h-15Z"/><path d="M10 8.5v3.4M10 14.1h.01"/>`),
  transfers: icon(svg`<path d="M3 7h13m0 0-3.5-3.5M16 7l-3.5 3.5M17 13H4m0 0 3.5-3.5M4 13l3.5 3.5"/>`),
  clients: icon(svg`<rect x="3" y="4" width="14" height="12" rx="2"/><path d="M3 8h14M6 12h4"/>`),
  webhooks: icon(svg`<path d="m17 3-7 14-2.5-6.5L1.5 8Z"/><path d="m7.5 10.5 4-3"/>`),
  integrations: icon(svg`<path d="M7 3v4m6-4v4M5 7h10v3a5 5 0 0 1-10 0Zm5 8v2.5"/>`),
  overview: icon(svg`<path d="M3 17h14M5.5 14V9M10 14V4M14.5 14v-3"/>`),
  auditLog: icon(svg`<path d="M5 2.8h7l3.5 3.5V17.2H5Z"/><path d="M8 9h4.5M8 12.5h4.5"/>`),
  operators: icon(svg`<circle cx="10" cy="6.5" r="3.3"/><path d="M3.5 17c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5"/>`),
}
export const menuIcon = icon(svg`<path d="M3 5.5h14M3 10h14M3 14.5h14"/>`)
