import { css } from 'lit'

/** Tables of `dataTable`. Where the table has little space, each row is a card, with the column's heading before each value. */
export const tableStyles = css`
  table { width: 100%; border-collapse: collapse; font-size: 0.875rem }
  caption { text-align: start }
  .scroll { position: relative; overflow-x: auto; container-type: inline-size }
  th { text-align: start; font-size: 0.75rem; font-weight: 600; color: var(--muted); white-space: nowrap; padding: 6px 12px;
    border-bottom: 1px solid var(--border) }
  td { padding: 8px 12px; border-bottom: 1px solid var(--border); vertical-align: top; overflow-wrap: break-word }
  :is(th, td):first-child { padding-inline-start: 4px }
  :is(th, td):last-child { padding-inline-end: 4px }
  td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
  .row-actions { display: flex; justify-content: flex-end; margin-block: -5px }
  tbody tr:hover td { background: color-mix(in srgb, var(--surface) 60%, transparent) }
  tbody tr[aria-current] td { background: var(--surface) }
  [data-outdated] tbody { opacity: 0.55 }
  .end { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 12px 4px; color: var(--muted); font-size: 0.8125rem }
  @container (width < 56rem) { .row-actions { flex-wrap: wrap } }
  @container (width < 66rem) { :is(th, td) { padding-inline: 7px } }
  @container (width < 46rem) {
    table, tbody, tr, td { display: block }
    thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
    tbody { display: grid; gap: 10px; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)) }
    tr { border: 1px solid var(--border); border-radius: var(--radius-m); padding: 6px 12px }
    tbody tr:hover td { background: none }
    td, :is(th, td):first-child, :is(th, td):last-child { display: grid; grid-template-columns: minmax(6rem, 2fr) 5fr; gap: 12px;
      padding: 5px 0; border: 0 }
    td { overflow-wrap: anywhere }
    td[data-label] > * { justify-self: start }
    td.number { text-align: start; white-space: normal }
    .row-actions { justify-content: flex-start; margin: 0 -6px }
    td::before { content: attr(data-label); color: var(--muted); font-size: 0.8125rem }
    td:not([data-label]) { grid-template-columns: 1fr }
    td:not([data-label])::before { content: none }
    td:empty, td[data-empty] { display: none }
  }
`
