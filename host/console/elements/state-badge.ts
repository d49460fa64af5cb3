import { css, html, svg } from 'lit'

export type BadgeTone = 'ok' | 'running' | 'warn' | 'danger' | 'neutral'

/** Each tone has its own shape, so that colour is not the only difference. */
const shapes = {
  ok: svg`<path d="m2.5 6.5 2.5 2.5 4.5-5.5"/>`,
  running: svg`<circle cx="6" cy="6" r="4"/><path d="M6 2a4 4 0 0 1 0 8Z" fill="currentColor" stroke="none"/>`,
  warn: svg`<path d="M6 1.5 11 10.5H1Z"/><path d="M6 5v2.2M6 9h.01"/>`,
  danger: svg`<path d="m3 3 6 6m0-6-6 6"/>`,
  neutral: svg`<circle cx="6" cy="6" r="3.5"/>`,
}

/** A state as a text with a shape. The styles are `badgeStyles`. */
export function stateBadge(text: string, tone: BadgeTone) {
  return html`<span class="badge ${tone}"><svg viewBox="0 0 12 12" width="12" height="12" stroke-width="1.8"
    aria-hidden="true">${shapes[tone]}</svg>${text}</span>`
}

export const badgeStyles = css`
  .badge { display: inline-flex; align-items: center; gap: 4px; padding: 1px 7px; border-radius: 99px; font-size: 0.75rem;
    font-weight: 600; line-height: 1.5; white-space: nowrap; background: var(--surface-2); color: var(--muted) }
  .badge.ok { background: var(--success-bg); color: var(--success) }
  .badge.running { background: color-mix(in srgb, var(--accent) 12%, var(--bg));
    color: color-mix(in srgb, var(--accent) 75%, var(--text)) }
  .badge.warn { background: var(--warn-bg); color: var(--warn) }
  .badge.danger { background: var(--danger-bg); color: var(--danger) }
  @media (forced-colors: active) { .badge { border: 1px solid } }
`
