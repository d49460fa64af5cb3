import { html, nothing } from 'lit'
import type { Column } from './data-table.ts'

interface RowAction<Row> {
  label: string
  /** Undefined: the operator may not do it, and there is no button. */
  act: ((row: Row) => void) | undefined
  isOffered?(row: Row): boolean
}

/** A column of buttons. `nameOf` says for screen readers on what they act. */
export function actionColumn<Row>(actions: readonly RowAction<Row>[], nameOf: (row: Row) => string): Column<Row> {
  const button = ({ label, act, isOffered = () => true }: RowAction<Row>, row: Row) =>
    act === undefined || !isOffered(row)
      ? nothing
      : html`<button type="button" class="button plain" @click=${() => act(row)}>${label}<span class="sr"> ${nameOf(row)}</span></button>`
  return {
    ...{ heading: 'Actions', isHeadingHidden: true, isNumber: true },
    cell(row) {
      const buttons = actions.map((action) => button(action, row))
      return buttons.every((each) => each === nothing) ? nothing : html`<div class="row-actions">${buttons}</div>`
    },
  }
}
