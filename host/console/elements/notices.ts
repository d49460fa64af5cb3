// What a screen shows in place of data: that it is loading, that there is none, or why it is missing.

import { css, html, nothing, type TemplateResult } from 'lit'
import { alertIcon } from '../../../components/ui/icons.ts'
import type { ConsoleApiError } from '../api/console-api-error.ts'
import type { Poll } from '../api/poll.ts'
import { exactTime } from './format-time.ts'

export const noticeStyles = css`
  .notice { display: flex; gap: 10px; padding: 10px 14px; border-radius: var(--radius-m); background: var(--surface); margin-bottom: 16px;
    align-items: start; overflow-wrap: anywhere }
  .notice > div { flex: 1; min-width: 0 }
  .notice a { color: inherit; text-decoration: underline; text-underline-offset: 2px }
  .notice > svg { height: 1.45em }
  .notice b { display: block; font-weight: 650 }
  .notice.warn { background: var(--warn-bg); color: var(--warn) }
  .notice.danger { background: var(--danger-bg); color: var(--danger) }
  .notice.ok > svg { color: var(--success) }
  .empty { padding: 48px 16px; text-align: center; border: 1px dashed var(--border); border-radius: var(--radius-m) }
  .empty b { display: block; font-weight: 650; margin-bottom: 2px }
  .empty p { color: var(--muted); max-width: 56ch; margin-inline: auto; text-wrap: balance }
  @media (forced-colors: active) { .notice { border: 1px solid } }
`

export type NoticeTone = 'neutral' | 'ok' | 'warn' | 'danger'

export function notice(tone: NoticeTone, content: TemplateResult | string, icon: unknown = alertIcon) {
  return html`<div class="notice ${tone}">${icon}<div>${content}</div></div>`
}

/** `retry`: what the button does, if trying again can help. */
export function errorNotice(error: ConsoleApiError, retry?: () => void, label = 'Try again') {
  const button = html`<button type="button" class="button" @click=${retry}>${label}</button>`
  return html`<div class="notice danger" role="alert">${alertIcon}<div>${error.message}</div>${
    retry === undefined ? nothing : button
  }</div>`
}

export function emptyState(title: string, text: TemplateResult | string = '') {
  return html`<div class="empty"><b>${title}</b><p>${text}</p></div>`
}

export function skeleton(rows = 6) {
  return html`<div class="skeleton" role="status"><span class="sr">Loading</span>${Array.from(
    { length: rows },
    () => html`<i></i>`,
  )}</div>`
}

/** The data of a poll, or its state. Data that could not be updated remains, with the time of its last update. */
export function polled<Data>(poll: Poll<Data>, show: (data: Data) => unknown) {
  const { data, error } = poll
  if (data === null) return error === null ? skeleton() : errorNotice(error, () => poll.refresh())
  return html`${notUpdated(poll)}${show(data)}`
}

export function notUpdated({ error, updatedAt }: Poll<unknown>) {
  if (error === null || updatedAt === null) return nothing
  const since = new Date(updatedAt).toISOString()
  return html`<div class="notice warn" role="status">${alertIcon}<div><b>Not updated since ${exactTime(since)}</b>${
    error.message
  }</div></div>`
}
