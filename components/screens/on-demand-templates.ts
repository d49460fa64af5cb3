// Templates that several screens of on-demand-flow.ts share, in addition to templates.ts.

import { html, nothing } from 'lit'
import { isWebAddress } from '../protocol/link-messages.ts'
import { formatCountdown } from '../texts/format.ts'
import type { CodeKind } from '../texts/text-values.ts'
import { texts } from '../texts/texts.ts'
import { outsideIcon } from '../ui/icons.ts'
import type { Screen } from './screen.ts'

/** An icon in a circle, a title and a sentence, for screens without input. */
export function hero(
  mood: 'good' | 'bad' | 'wait',
  { icon, title, lead = nothing }: { icon: unknown; title: unknown; lead?: unknown },
) {
  return html`<div class="sign ${mood}">${icon}</div>
    <div class="hero"><h1 tabindex="-1" class="long">${title}</h1><p class="lead">${lead}</p></div>`
}

/** A link to a page of the exchange in a new window. Empty if the URL is not a web address. */
export function outsideLink(url: unknown, label: string, isQuiet = false) {
  return isWebAddress(url)
    ? html`<a class="button ${isQuiet ? 'quiet' : ''}" href=${url} target="_blank" rel="noopener noreferrer">${label}${outsideIcon}<span
        class="sr">${texts.common.opensNewWindow}</span></a>`
    : nothing
}

/** A button that sends a code or a message again. Inactive for 30 seconds after each click. */
export function resendLink(
  screen: Screen,
  { label, sent, resentAtMs, kind }: { label: string; sent: string; resentAtMs: number | null; kind?: CodeKind },
) {
  const waitMs = resentAtMs === null ? 0 : resentAtMs + 30_000 - performance.now()
  if (waitMs > 0) screen.rerenderIn(waitMs % 1000 || 1000)
  const seconds = Math.min(30, Math.ceil(waitMs / 1000))
  const send = () => screen.send({ type: 'codeResendRequested', atMs: performance.now(), ...(kind && { kind }) })
  return html`<button type="button" class="link" aria-disabled=${waitMs > 0} @click=${waitMs > 0 ? nothing : send}>
      ${label}${waitMs > 0 ? ` (${formatCountdown(seconds)})` : ''}</button><span class="sr" role="status">${waitMs > 0 ? sent : ''}</span>`
}
