import { css, html, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { Overview, OverviewGroup, OverviewPeriod } from '../../../server/contract/console/overview.ts'
import { Poll } from '../api/poll.ts'
import { ConsoleScreen } from '../console-screen.ts'
import { barChart, barChartStyles } from '../elements/bar-chart.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { type Column, dataTable } from '../elements/data-table.ts'
import { formatAsset, formatCount, formatDollars } from '../elements/format-amount.ts'
import { exactTime } from '../elements/format-time.ts'
import { emptyState, noticeStyles, polled } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { arrival, bars, figureStyles, figures, rateOf } from './overview-figures.ts'

const periods: readonly (readonly [OverviewPeriod, string])[] = [
  ['day', '24 hours'],
  ['week', '7 days'],
  ['month', '30 days'],
]

export class OverviewScreen extends ConsoleScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    tableStyles,
    barChartStyles,
    figureStyles,
    css`
      .periods { display: flex; border: 1px solid var(--border); border-radius: var(--radius-s); overflow: hidden }
      .periods a { padding: 5px 12px; color: var(--text); font-weight: 600; font-size: 0.875rem }
      .periods a:focus-visible { outline-offset: -2px }
      .periods a + a { border-inline-start: 1px solid var(--border) }
      .periods a[aria-current] { background: var(--surface-2) }
      .ends { display: flex; justify-content: space-between; color: var(--muted); font-size: 0.75rem }
      .legend { display: flex; gap: 16px; color: var(--muted); font-size: 0.8125rem; margin: 6px 0 0 }
      .legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-inline-end: 6px; background: var(--accent) }
      .legend .bad i { background: var(--danger) }
    `,
  ]

  private readonly overview = new Poll<Overview>(this, () => `/api/overview?period=${this.period}`)

  private get period(): OverviewPeriod {
    const asked = this.query.get('period')
    return periods.find(([period]) => period === asked)?.[0] ?? 'day'
  }

  protected override render() {
    return html`<page-heading heading="Overview">
        <nav class="periods" aria-label="Period">${periods.map(
          ([period, label]) =>
            html`<a href="/overview?period=${period}" aria-current=${period === this.period ? 'page' : nothing}>${label}</a>`,
        )}</nav>
      </page-heading>
      ${polled(this.overview, (overview) => this.content(overview))}`
  }

  private content(overview: Overview) {
    const { totals, notCounted } = overview
    if (totals.succeeded + totals.failed + notCounted === 0)
      return emptyState(
        'No transfer has ended in this period',
        html`Transfers in progress are under <a href="/transfers">Transfers</a>.`,
      )
    return html`${notCounted === 0 ? nothing : notCountedNotice(notCounted)}
      ${figures(overview)}
      <h2>Ended transfers</h2>
      ${barChart({ bars: bars(overview), text: `Ended transfers by ${overview.period === 'day' ? 'hour' : 'day'}` })}
      <p class="ends"><span>${startOf(overview)}</span><span>now</span></p>
      <p class="legend"><span><i></i>succeeded</span><span class="bad"><i></i>failed</span></p>
      <h2>By exchange and wallet</h2>
      ${groupTable('Exchanges and wallets', overview.exchanges)}
      <h2>By network</h2>
      ${groupTable('Networks', overview.networks)}
      ${overview.assets.length === 0 ? nothing : html`<h2>What arrived</h2>${assetTable(overview)}`}
      ${overview.failures.length === 0 ? nothing : html`<h2>Why transfers failed</h2>${failureTable(overview)}`}`
  }
}

function startOf({ since, period }: Overview): string {
  return period === 'day' ? exactTime(since) : since.slice(0, 10)
}

function notCountedNotice(count: number) {
  return html`<p class="lead" role="status">${count === 1_000 ? 'At least 1,000' : formatCount(count)} ended
    transfers are not counted yet. The server counts them in small batches.</p>`
}

const groupColumns: readonly Column<OverviewGroup>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Succeeded', isNumber: true, cell: ({ succeeded }) => formatCount(succeeded) },
  { heading: 'Failed', isNumber: true, cell: ({ failed }) => formatCount(failed) },
  { heading: 'Success rate', isNumber: true, cell: rateOf },
  { heading: 'Volume', isNumber: true, cell: ({ fiat }) => formatDollars(fiat) },
  { heading: 'Half arrive within', isNumber: true, cell: ({ half }) => arrival(half) },
  { heading: '95 % within', isNumber: true, cell: ({ most }) => arrival(most) },
]

function groupTable(label: string, rows: readonly OverviewGroup[]) {
  return dataTable({ label, rows, columns: groupColumns, keyOf: ({ key }) => key })
}

function assetTable({ assets }: Overview) {
  const columns: readonly Column<Overview['assets'][number]>[] = [
    { heading: 'Asset', cell: ({ symbol }) => symbol },
    { heading: 'Transfers', isNumber: true, cell: ({ transfers }) => formatCount(transfers) },
    { heading: 'Amount', isNumber: true, cell: ({ amount, symbol }) => formatAsset(amount, symbol) },
    {
      heading: 'Volume',
      isNumber: true,
      cell: ({ fiat, withoutPrice, transfers }) => (withoutPrice === transfers ? 'no price' : formatDollars(fiat)),
    },
  ]
  return dataTable({ label: 'Assets', rows: assets, columns, keyOf: ({ symbol }) => symbol })
}

function failureTable({ failures, since }: Overview) {
  const columns: readonly Column<Overview['failures'][number]>[] = [
    {
      heading: 'Reason',
      cell: ({ errorType }) =>
        html`<a class="mono" href="/transfers?${new URLSearchParams({ status: 'Failed', since })}">${errorType}</a>`,
    },
    { heading: 'Transfers', isNumber: true, cell: ({ transfers }) => formatCount(transfers) },
    { heading: 'At', cell: ({ exchanges }) => exchanges.join(', ') },
  ]
  return dataTable({ label: 'Reasons of failures', rows: failures, columns, keyOf: ({ errorType }) => errorType })
}

customElements.define('overview-screen', OverviewScreen)

declare global {
  interface HTMLElementTagNameMap {
    'overview-screen': OverviewScreen
  }
}
