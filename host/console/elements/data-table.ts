import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { PagedRows } from '../api/paged-rows.ts'
import { exactTime } from './format-time.ts'
import { emptyState, errorNotice, notUpdated, skeleton } from './notices.ts'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => unknown
  /** Aligned at the end, with digits of one width. */
  isNumber?: boolean
  /** The heading is for screen readers only: a column of buttons. */
  isHeadingHidden?: boolean
}

interface TableOptions<Row> {
  /** The name of the table, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The rows belong to other filters: new ones are on their way. */
  isOutdated?: boolean
}

/** A table, with the styles of table-styles.ts. */
export function dataTable<Row>({ label, columns, rows, keyOf, isOutdated = false }: TableOptions<Row>) {
  const heading = ({ heading, isNumber, isHeadingHidden }: Column<Row>) =>
    html`<th scope="col" class=${isNumber ? 'number' : nothing}>${
      isHeadingHidden ? html`<span class="sr">${heading}</span>` : heading
    }</th>`
  const cell = (row: Row) => (column: Column<Row>) => {
    const content = column.cell(row)
    const isEmpty = content === null || content === '' || content === nothing
    return html`<td role="cell" class=${column.isNumber ? 'number' : nothing}
      data-label=${column.isHeadingHidden ? nothing : column.heading} ?data-empty=${isEmpty}>${content}</td>`
  }
  // The roles remain when the rows are shown as cards.
  return html`<div class="scroll"><table role="table" aria-label=${label} ?data-outdated=${isOutdated}>
    <thead role="rowgroup"><tr role="row">${columns.map(heading)}</tr></thead>
    <tbody role="rowgroup">${repeat(rows, keyOf, (row) => html`<tr role="row">${columns.map(cell(row))}</tr>`)}</tbody>
  </table></div>`
}

interface ListOptions<Row> extends Omit<TableOptions<Row>, 'rows' | 'isOutdated'> {
  list: PagedRows<Row>
  /** In place of the table if there are no rows. */
  empty: unknown
}

/** A list that refreshes itself, with "Load more". */
export function pagedTable<Row>({ list, empty, ...options }: ListOptions<Row>) {
  const { rows, poll } = list
  if (rows === null) return poll.error === null ? skeleton() : errorNotice(poll.error, () => poll.refresh())
  const { isOutdated } = poll
  const none = list.searchedTo === null ? empty : emptyState('No match so far')
  return html`${notUpdated(poll)}${rows.length === 0 ? none : dataTable({ ...options, rows, isOutdated })}${endOfList(list)}`
}

/** "Load more", how far back the rows were searched for, and that new rows are not added. */
export function endOfList<Row>(list: PagedRows<Row>) {
  const { next, searchedTo, isLive, isLoadingMore, moreError } = list
  const more = html`<button type="button" class="button" aria-disabled=${isLoadingMore} @click=${() => list.loadMore()}>${
    isLoadingMore ? 'Loading…' : searchedTo === null ? 'Load more' : 'Search further back'
  }</button>`
  const searched = searchedTo === null ? nothing : html`<span>Searched back to ${exactTime(searchedTo)}.</span>`
  const paused = html`<span>New rows are not added while more than one page is loaded.
    <button type="button" class="button plain" @click=${() => list.showNewest()}>Show the newest</button></span>`
  if (next === null && isLive) return nothing
  return html`<div class="end">${searched}${next === null ? nothing : more}${isLive ? nothing : paused}</div>${
    moreError === null ? nothing : errorNotice(moreError)
  }`
}
