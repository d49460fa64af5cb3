import { css, html, nothing } from 'lit'
import type { AuditRow } from '../../../server/contract/console/audit.ts'
import { type ChangedFact, changedFacts } from './changed-facts.ts'

/** The reason of an entry, and below it what the action changed. */
export function auditChange({ reason, before, after }: AuditRow) {
  const facts = changedFacts(before, after)
  const details = html`<details>
    <summary>${before === null ? 'Details' : after === null ? 'What was removed' : 'Before and after'}</summary>
    <dl class="change">${facts.map(
      (fact) =>
        html`<div ?data-same=${fact.before === fact.after}><dt>${fact.name}</dt><dd>${changeOf(fact)}</dd></div>`,
    )}</dl>
  </details>`
  return html`<div>${reason === null ? nothing : html`<p>${reason}</p>`}${facts.length === 0 ? nothing : details}</div>`
}

function changeOf({ before, after }: ChangedFact) {
  if (before === after) return html`${after} (unchanged)`
  if (before === null) return html`<ins>${after}</ins>`
  if (after === null) return html`<del>${before}</del>`
  return html`<del>${before}</del> <span aria-label="changed to">→</span> <ins>${after}</ins>`
}

export const auditChangeStyles = css`
  summary { color: var(--accent); cursor: pointer; width: fit-content }
  .change { margin-top: 6px; font-size: 0.8125rem; display: grid; gap: 4px }
  .change > div { display: flex; flex-wrap: wrap; gap: 0 12px }
  .change dt { color: var(--muted); min-width: 7rem }
  .change dd { overflow-wrap: anywhere }
  .change [data-same] { color: var(--muted) }
  .change ins { text-decoration: none; font-weight: 600 }
`
