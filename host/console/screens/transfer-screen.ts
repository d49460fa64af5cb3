import { html, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { TransferView } from '../../../server/contract/console/transfers.ts'
import { Poll } from '../api/poll.ts'
import { ConsoleScreen } from '../console-screen.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import '../elements/copy-button.ts'
import { keyValueStyles, keyValues } from '../elements/key-values.ts'
import { noticeStyles, polled } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import '../elements/resolve-panel.ts'
import '../elements/seen-payments.ts'
import { badgeStyles } from '../elements/state-badge.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { eraseCommand } from '../elements/transfer-cells.ts'
import { attempts, chainProof, deliveries, facts, summary, timeline, transferStyles } from './transfer-parts.ts'

export class TransferScreen extends ConsoleScreen {
  static override styles = [base, consoleStyles, noticeStyles, keyValueStyles, tableStyles, badgeStyles, transferStyles]

  private readonly transfer = new Poll<TransferView>(
    this,
    () => `/api/transfers/${encodeURIComponent(this.parameters.id ?? '')}`,
  )

  protected override render() {
    const { data } = this.transfer
    return html`<page-heading heading="Transfer" parent="Transfers" parent-href="/transfers">${
      data === null
        ? nothing
        : html`<copy-button class="button" text=${data.supportText} what="the facts of the transfer" label="Copy for support"></copy-button>`
    }</page-heading>
      ${polled(this.transfer, (transfer) => this.content(transfer))}`
  }

  private content(transfer: TransferView) {
    return html`${summary(transfer)}
      ${this.outcomes(transfer)}
      ${facts(transfer)}
      <h2>Timeline</h2>
      ${timeline(transfer)}
      <h2>Payment on the chain</h2>
      ${chainProof(transfer)}
      ${this.seenPayments(transfer)}
      <h2>Attempts</h2>
      ${attempts(transfer)}
      <h2>Terms that the user confirmed</h2>
      ${keyValues(transfer.terms)}
      <h2>Webhook deliveries</h2>
      ${deliveries(transfer)}
      <h2>Commands</h2>
      <div class="commands">${[`transfer-link transfer show ${transfer.id}`, `transfer-link audit list --target ${transfer.id}`].map(command)}
        ${erasure(transfer)}
        <div><a href="/audit-log?target=${transfer.id}">Actions of operators on this transfer</a></div></div>
      <details>
        <summary>Raw data</summary>
        <pre tabindex="0" aria-label="Raw data">${JSON.stringify(transfer.raw, null, 2)}</pre>
      </details>`
  }

  /** While no payment is assigned. */
  private seenPayments({ id, wallet, state }: TransferView) {
    if (wallet === null && state.name !== 'Ambiguous') return nothing
    return html`<h3>Payments at the address</h3>
      <seen-payments transfer-id=${id} .api=${this.api}></seen-payments>`
  }

  private outcomes({ id, resolutions, proposal, needsAttention, lastEvent }: TransferView) {
    const hasEnded = resolutions.length === 0 && proposal === null
    if (hasEnded && needsAttention === null) return nothing
    const summary = hasEnded ? 'End the flag' : 'Record an outcome'
    return html`<details ?open=${proposal !== null}>
      <summary>${proposal === null ? summary : 'A proposal waits for a second operator'}</summary>
      <resolve-panel ?is-flagged=${needsAttention !== null} transfer-id=${id} .resolutions=${resolutions} .proposal=${proposal} .lastEvent=${lastEvent} .session=${this.session} .api=${this.api}
        @resolved=${() => this.transfer.refresh()}></resolve-panel>
    </details>`
  }
}

/** A search that finds one transfer opens its page, so the command is here too. */
function erasure({ client, user, erasureRequestedAt }: TransferView) {
  if (user === null || erasureRequestedAt !== null) return nothing
  return html`<div class="muted">Erases the user, with all their transfers, which cannot be undone:</div>
    ${command(eraseCommand(client.id, user))}`
}

function command(text: string) {
  return html`<div><code>${text}</code> <copy-button text=${text} what="the command"></copy-button></div>`
}

customElements.define('transfer-screen', TransferScreen)

declare global {
  interface HTMLElementTagNameMap {
    'transfer-screen': TransferScreen
  }
}
