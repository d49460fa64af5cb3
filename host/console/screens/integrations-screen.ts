import { html, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type {
  ExchangeRow,
  Integrations,
  NodeRow,
  OpenTransferFigures,
  RecentCallFigures,
  WalletRow,
} from '../../../server/contract/console/integrations.ts'
import { Poll } from '../api/poll.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { type Column, dataTable } from '../elements/data-table.ts'
import { formatCount } from '../elements/format-amount.ts'
import { emptyState, noticeStyles, polled } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import { type PauseTarget, pauseNotices } from '../elements/pause-notices.ts'
import '../elements/relative-time.ts'
import { badgeStyles, stateBadge } from '../elements/state-badge.ts'
import { actionColumn } from '../elements/table-actions.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { ActionScreen } from './action-screen.ts'
import { pauseAction, resumeAction } from './pause-actions.ts'

const walletTarget: PauseTarget = { scope: 'exchange', target: 'DeFiWallet', name: 'wallets' }
const everything: PauseTarget = { scope: 'all', target: null, name: 'Everything' }

export class IntegrationsScreen extends ActionScreen {
  static override styles = [base, consoleStyles, noticeStyles, tableStyles, badgeStyles]

  private readonly integrations = new Poll<Integrations>(this, () => '/api/integrations')

  protected override render() {
    const { data } = this.integrations
    const isPaused = data?.pauses.some(({ scope }) => scope === 'all') ?? true
    return html`<page-heading heading="Integrations">${
      this.mayAct('operator') && !isPaused ? this.pauseButton('Pause all sending', everything) : nothing
    }</page-heading>
      ${polled(this.integrations, (integrations) => this.content(integrations))}
      ${this.renderAction()}`
  }

  protected override refresh() {
    this.integrations.refresh()
  }

  private content(integrations: Integrations) {
    const { exchanges, wallets, walletPause, nodes, pauses } = integrations
    const mayPause = this.mayAct('operator')
    const resume = mayPause ? (target: PauseTarget) => void this.start(resumeAction(this.api, target)) : undefined
    const pause = mayPause
      ? ({ type, name }: ExchangeRow) =>
          void this.start(pauseAction(this.api, { scope: 'exchange', target: type, name }))
      : undefined
    const exchangeColumns = [
      ...columnsOfExchanges,
      actionColumn<ExchangeRow>(
        [{ label: 'Pause', act: pause, isOffered: (row) => row.pause === null }],
        ({ name }) => name,
      ),
    ]
    return html`${pauseNotices(pauses, { resume })}
      <p class="lead muted">${scopeOfFigures(integrations)}</p>
      <h2>Exchanges</h2>
      ${dataTable({ label: 'Exchanges', rows: exchanges, columns: exchangeColumns, keyOf: ({ type }) => type })}
      <div class="part"><h2>Wallets</h2>${
        mayPause && walletPause === null ? this.pauseButton('Pause wallets', walletTarget) : nothing
      }</div>
      ${dataTable({ label: 'Wallets', rows: wallets, columns: columnsOfWallets, keyOf: ({ kind }) => kind })}
      <h2>Network nodes</h2>
      ${
        nodes.length === 0
          ? emptyState(
              'No node is configured',
              'Wallets are not offered, and exchanges alone confirm transfers. Set RPC_URLS.',
            )
          : dataTable({ label: 'Network nodes', rows: nodes, columns: columnsOfNodes, keyOf: ({ network }) => network })
      }`
  }

  private pauseButton(label: string, target: PauseTarget) {
    return html`<button type="button" class="button" @click=${() => this.start(pauseAction(this.api, target))}>${label}</button>`
  }
}

function scopeOfFigures({ callsSince, mayHaveOtherProcesses }: Integrations) {
  const since = html`Calls, errors and durations since <relative-time datetime=${callsSince} exact></relative-time>. They are kept for
    15 minutes.`
  return mayHaveOtherProcesses
    ? html`${since} They are of the process that serves this page. Other processes of the server have their own, and the metrics of all
      are under /metrics of each.`
    : since
}

function callColumns<Row extends { calls: RecentCallFigures }>(): readonly Column<Row>[] {
  return [
    { heading: 'Calls', isNumber: true, cell: ({ calls }) => formatCount(calls.calls) },
    { heading: 'Errors', isNumber: true, cell: ({ calls }) => errorRate(calls) },
    { heading: '95 % within', isNumber: true, cell: ({ calls }) => p95(calls) },
  ]
}

function errorRate({ calls, errors }: RecentCallFigures) {
  if (calls === 0) return nothing
  return errors === 0
    ? '0 %'
    : html`<div>${((errors / calls) * 100).toFixed(1)} % <span class="muted">(${formatCount(errors)})</span></div>`
}

function p95({ p95Ms, isLonger }: RecentCallFigures) {
  if (p95Ms === null) return nothing
  const text = p95Ms >= 1_000 ? `${p95Ms / 1_000} s` : `${p95Ms} ms`
  return isLonger ? `over ${text}` : text
}

function openColumns<Row extends { open: OpenTransferFigures }>(hrefOf: (row: Row) => string): readonly Column<Row>[] {
  return [
    {
      heading: 'Open transfers',
      isNumber: true,
      cell: (row) => (row.open.count === 0 ? '0' : html`<a href=${hrefOf(row)}>${formatCount(row.open.count)}</a>`),
    },
    {
      heading: 'Oldest open',
      cell: ({ open }) =>
        open.oldest === null
          ? nothing
          : html`<a href="/transfers/${open.oldest.id}"><relative-time datetime=${open.oldest.createdAt}></relative-time></a>`,
    },
  ]
}

const openAt = (type: string) => `/transfers?${new URLSearchParams({ exchange: type, status: 'Pending' })}`

const columnsOfExchanges: readonly Column<ExchangeRow>[] = [
  {
    heading: 'Exchange',
    cell: ({ name, type }) => html`<div class="two">${name}<span class="muted">${type}</span></div>`,
  },
  { heading: 'State', cell: stateOf },
  ...callColumns<ExchangeRow>(),
  ...openColumns<ExchangeRow>(({ type }) => openAt(type)),
]

function stateOf({ circuit, pause }: ExchangeRow) {
  if (pause !== null) return stateBadge('Paused', 'warn')
  if (circuit === 'closed') return stateBadge('Responding', 'ok')
  return html`<div class="two">${stateBadge('Circuit open', 'danger')}
    <span class="muted">It does not respond. Quotes and sign-ins fail at once; transfers that were sent are still followed.</span></div>`
}

const kinds: Record<WalletRow['kind'], string> = {
  evm: 'EVM wallets',
  solana: 'Solana wallets',
  other: 'Payments by link',
}

const columnsOfWallets: readonly Column<WalletRow>[] = [
  { heading: 'Kind', cell: ({ kind }) => kinds[kind] },
  { heading: 'Networks', cell: ({ networks }) => html`<span class="muted">${networks.join(', ')}</span>` },
  ...openColumns<WalletRow>(() => openAt('DeFiWallet')),
]

const columnsOfNodes: readonly Column<NodeRow>[] = [
  { heading: 'Network', cell: ({ name }) => name },
  ...callColumns<NodeRow>(),
  ...openColumns<NodeRow>(() => openAt('DeFiWallet')),
]

customElements.define('integrations-screen', IntegrationsScreen)

declare global {
  interface HTMLElementTagNameMap {
    'integrations-screen': IntegrationsScreen
  }
}
