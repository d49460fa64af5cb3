// The faults of the exchange or of an emulator: what each does, and buttons that switch it.

import type { Fault, FaultRule } from './faults.ts'
import { type Html, html } from './html.ts'
import { state, table } from './page-layout.ts'

const scopeLabels = [
  ['off', 'Off'],
  ['all', 'All calls'],
  ['withdraw', 'Withdrawals'],
  ['list', 'Look-ups'],
] as const

/** `emulator` is empty for the exchange's own API. */
export function faultTable(
  rules: Record<string, FaultRule>,
  active: Record<string, Fault | undefined>,
  emulator = '',
): Html {
  const rows = Object.entries(rules).map(([name, { about }]) => {
    const fault = active[name]
    const buttons = scopeLabels.map(
      ([scope, label]) =>
        html`<button type="button" data-emulator="${emulator}" data-fault="${name}" data-scope="${scope}" aria-label="${name}: ${label}" aria-pressed="${String(scope === (fault?.scope ?? 'off'))}">${label}</button>`,
    )
    return [
      html`<code>${name}</code><p>${about}</p>`,
      fault === undefined ? html`` : state(fault.times === null ? 'On' : `On, ${fault.times} more`, 'on'),
      html`<div class="choice">${buttons}</div>`,
    ]
  })
  return table(['Fault', 'State', 'Applies to'], rows)
}
