import { css, html, nothing } from 'lit'
import type { AuditRow } from '../api/audit-responses.ts'

type Facts = Record<string, unknown>

export interface ChangedFact {
  name: string
  before: string | null
  after: string | null
}

/** The facts of both sides, those that differ first. Null: the side does not have the fact. */
export function changedFacts(before: object | null, after: object | null): ChangedFact[] {
  const [old, present] = [(before ?? {}) as Facts, (after ?? {}) as Facts]
  const facts = [...new Set([...Object.keys(old), ...Object.keys(present)])].map((name) => ({
    name,
    before: name in old ? factText(old[name]) : null,
    after: name in present ? factText(present[name]) : null,
  }))
  const isChanged = (fact: ChangedFact) => fact.before !== fact.after
  return [...facts.filter(isChanged), ...facts.filter((fact) => !isChanged(fact))]
}

function factText(value: unknown): string {
  if (Array.isArray(value)) return value.map(factText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The reason of an entry, and below it what the action changed. */
export function auditChange({ reason, before, after }: AuditRow) {
  const facts = changedFacts(before, after)
  const row = ({ name, before, after }: ChangedFact) =>
    html`<tr ?data-changed=${before !== after}><th scope="row">${name}</th><td>${before ?? '–'}</td><td>${after ?? '–'}</td></tr>`
  const details = html`<details>
    <summary>${before === null ? 'What was created' : after === null ? 'What was removed' : 'Before and after'}</summary>
    <table class="change"><thead><tr><th scope="col">Fact</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
      <tbody>${facts.map(row)}</tbody></table>
  </details>`
  return html`<div>${reason === null ? nothing : html`<p>${reason}</p>`}${facts.length === 0 ? nothing : details}</div>`
}

export const auditChangeStyles = css`
  summary { color: var(--accent); cursor: pointer; width: fit-content }
  .change { margin-top: 6px; width: auto; border-collapse: collapse; font-size: 0.8125rem; display: table }
  .change :is(thead, tbody) { display: table-row-group; position: static; clip-path: none }
  .change tr { display: table-row; border: 0; padding: 0 }
  .change :is(th, td):is(*, :first-child, :last-child) { display: table-cell; padding: 3px 16px 3px 0; border: 0; font-size: 0.8125rem; vertical-align: top }
  .change td::before { content: none }
  .change tr:not([data-changed]) { color: var(--muted) }
  .change tr[data-changed] td { font-weight: 600 }
`
