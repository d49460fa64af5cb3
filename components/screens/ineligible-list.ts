import { css, html } from 'lit'
import type { FlowContext } from '../flow/flow-context.ts'
import type { Holding } from '../flow/transfer-responses.ts'
import { digits } from '../texts/plural.ts'
import { ineligibleRow } from '../ui/holding-row.ts'
import type { AnyScreen } from './controls.ts'
import { holdingReason, reasonNames } from './reasons.ts'

export const ineligibleStyles = css`
  .out b { color: var(--muted) }
  .out .row { cursor: default }
`

interface IneligibleList {
  title: string
  holdings: Holding[]
  context: FlowContext
}

/** The ineligible assets with their reasons. Expanded if they are few. */
export function ineligibleList({ texts, app }: AnyScreen, { title, holdings, context }: IneligibleList) {
  const names = reasonNames(context, app)
  return html`<details class="out" ?open=${holdings.length < 6}><summary>${title} (${digits(holdings.length)})</summary>
    <ul class="rows">${holdings.map((holding) => html`<li class="row">${ineligibleRow(holding, holdingReason(texts, holding, names))}</li>`)}</ul></details>`
}
