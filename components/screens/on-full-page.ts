import { html, nothing } from 'lit'
import type { OnFullPage } from '../flow/flow-state.ts'
import { toTransferFailed } from '../flow/transfer-states.ts'
import { explain } from '../texts/explain.ts'
import { texts } from '../texts/texts.ts'
import { clockIcon } from '../ui/icons.ts'
import { linkEnded } from './link-ended.ts'
import { hero, outsideLink } from './on-demand-templates.ts'
import { alert, heading, page, type Screen } from './screen.ts'
import { button } from './templates.ts'
import { trackTransfer } from './track-transfer.ts'
import { transferWaiting } from './transfer-waiting.ts'

/** The transfer continues in another window, and its progress shows here too. */
export function onFullPage(flow: OnFullPage, screen: Screen) {
  const { transfer, context, pending, page: state } = flow
  if (transfer?.status === 'Pending')
    return transfer.statusDetail === 'Unknown'
      ? transferWaiting({ at: 'transfer-waiting', pending, context, transfer }, screen)
      : trackTransfer({ at: 'track-transfer', pending, context, transfer }, screen)
  if (state === 'ended' && transfer === null)
    return linkEnded({ at: 'link-ended', pending: null, reason: 'linkExpired', mayBeSent: false }, screen)
  const words = texts.fullPage
  const failure = transfer && explain(toTransferFailed(context, transfer, transfer))
  const close = button(screen, { label: texts.common.close, event: { type: 'leaveRequested' }, isQuiet: true })
  if (state === 'ended') return page([heading(texts.failed.title, failure ?? '')], [close])
  const failed = failure && alert('danger', html`<b>${texts.failed.title}</b>${failure}`)
  return page(
    [failed ?? nothing, hero('wait', { icon: clockIcon, title: words.title, lead: words.lead })],
    [opener(flow, screen), close],
  )
}

/** A link is never blocked as a popup, but its code expires and opens once. The button requests a new code. */
function opener({ page: state, link }: OnFullPage, screen: Screen) {
  const leftMs = link === null ? 0 : link.untilMs - performance.now()
  if (state !== 'notOpened' || link === null || leftMs <= 0)
    return button(screen, { label: texts.fullPage.open, event: { type: 'fullPageRequested' } })
  screen.rerenderIn(leftMs)
  return outsideLink(link.url, texts.review.fullPage)
}
