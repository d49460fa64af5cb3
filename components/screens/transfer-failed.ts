import { nothing } from 'lit'
import type { TransferFailed } from '../flow/flow-state.ts'
import { explain } from '../texts/explain.ts'
import { formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import { bigCrossIcon } from '../ui/icons.ts'
import { hero } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'
import { box, button, copyable } from './templates.ts'

/** Why it failed, where the money is, and what to do. */
export function transferFailed(flow: TransferFailed, screen: Screen) {
  const { transfer, context } = flow
  const words = texts.failed
  const neverLeft = transfer === null || /^(Rejected|NotSent|Canceled)$/.test(transfer.statusDetail)
  const isBack = transfer?.statusDetail === 'Returned'
  const canChange = (neverLeft || isBack) && context.draft !== null && !context.draft.locked
  const exchange = transfer?.fromName ?? context.account?.integrationName ?? ''
  const money = neverLeft ? words.notSent(exchange) : isBack ? words.returned(exchange) : words.checkAccount(exchange)
  return page(
    [
      hero('bad', { icon: bigCrossIcon, title: words.title }),
      box(
        [words.reason, explain(flow), 'wide'],
        [words.money, money, 'wide'],
        transfer && [words.amount, formatToken(transfer.amount, transfer.symbol)],
        transfer && [
          texts.receipt.reference,
          copyable(screen, { text: transfer.transferId, what: texts.receipt.reference }),
          'wide',
        ],
        !!transfer?.hash && [texts.receipt.transaction, explorerLink(transfer.hash, transfer.explorerUrl)],
      ),
    ],
    [
      canChange ? button(screen, { label: words.change, event: { type: 'changeRequested' } }) : nothing,
      button(screen, { label: texts.common.close, event: { type: 'leaveRequested' }, isQuiet: canChange }),
    ],
  )
}
