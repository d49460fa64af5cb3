// A banner for each pause in force.

import { html, nothing } from 'lit'
import { alertIcon } from '../../../components/ui/icons.ts'
import type { PauseRow } from '../../../server/contract/console/pauses.ts'
import './relative-time.ts'

/** What is or will be paused. */
export type PauseTarget = Pick<PauseRow, 'name' | 'target'> & { scope: 'all' | 'exchange' | 'client' }

interface NoticeOptions {
  /** Undefined if the operator may not resume. */
  resume: ((target: PauseTarget) => void) | undefined
}

/** The styles are `noticeStyles`. */
export function pauseNotices(pauses: readonly PauseRow[], { resume }: NoticeOptions) {
  return pauses.map(
    (pause) => html`<div class="notice warn" role="status">${alertIcon}<div>
        <b>${titleOf(pause)}</b>
        ${whySince(pause)} ${effect(pause)}
      </div>${resumeButton(pause, resume)}</div>`,
  )
}

function titleOf({ scope, name }: PauseRow): string {
  if (scope === 'all') return 'All sending is paused'
  if (scope === 'restore') return 'All sending is paused: the database was restored'
  return `Sending is paused: ${name}`
}

function whySince({ since, by, reason }: PauseRow) {
  return html`<relative-time datetime=${since}></relative-time>${by === null ? nothing : html` by ${by}`}${
    reason === null ? '.' : html`: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`
  }`
}

function effect({ scope }: PauseRow) {
  return scope === 'restore'
    ? html`Compare the database with the exchanges, then confirm: <code class="mono">transfer-link reconcile</code>`
    : 'New transfers are refused. Transfers that were sent are still followed.'
}

function resumeButton(pause: PauseRow, resume: NoticeOptions['resume']) {
  const { scope } = pause
  if (resume === undefined || scope === 'restore') return nothing
  return html`<button type="button" class="button" @click=${() => resume({ ...pause, scope })}>Resume<span class="sr">
    ${scope === 'all' ? 'all sending' : pause.name}</span></button>`
}
