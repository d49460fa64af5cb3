import { html } from 'lit'
import { explain } from '../texts/explain.ts'
import { formatToken } from '../texts/format.ts'
import { whereFundsAre } from '../texts/where-funds-are.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import { bigCrossIcon } from '../ui/icons.ts'
import '../ui/copy-text.ts'
import { button } from './controls.ts'
import { box, hero, page } from './layout.ts'
import { Screen } from './screen.ts'

/** Why it failed, where the money is, and what to do. */
export class TransferFailedScreen extends Screen<'transfer-failed'> {
  protected override render() {
    const { transfer, context } = this.state
    const { texts } = this
    const words = texts.failed
    const hasNotLeft = transfer === null || /^(Rejected|NotSent|Canceled)$/.test(transfer.statusDetail)
    const isBack = transfer?.statusDetail === 'Returned'
    const canChange = (hasNotLeft || isBack) && context.draft !== null && !context.draft.locked
    const exchange = context.account?.integrationName ?? ''
    const money =
      transfer === null
        ? words.notSent(exchange)
        : whereFundsAre(texts, { ...transfer, errorType: this.state.errorType })
    return page(
      [
        hero('bad', { icon: bigCrossIcon, title: words.title }),
        box(
          [words.reason, explain(texts, this.state), 'wide'],
          [words.money, money, 'wide'],
          transfer && [words.amount, formatToken(transfer.amount, transfer.symbol)],
          transfer && [
            texts.receipt.reference,
            html`<copy-text .text=${transfer.transferId} .what=${texts.receipt.reference}></copy-text>`,
            'wide',
          ],
          transfer !== null &&
            transfer.hash !== '' && [
              texts.receipt.transaction,
              explorerLink(texts, transfer.hash, transfer.explorerUrl),
            ],
        ),
      ],
      [
        canChange ? button(this, { label: words.change, event: { type: 'changeRequested' } }) : '',
        button(this, { label: texts.common.close, event: { type: 'leaveRequested' }, isQuiet: canChange }),
      ],
    )
  }
}

customElements.define('transfer-failed-screen', TransferFailedScreen)
