import { html, nothing } from 'lit'
import type { ShowProblem } from '../flow/flow-state.ts'
import { isWebAddress } from '../link-messages.ts'
import { alertIcon } from '../parts/icons.ts'
import { explain } from '../texts/explain.ts'
import { texts } from '../texts/texts.ts'
import { box, button, copyable, hero, outsideLink } from './pieces.ts'
import { alert, page, type Screen } from './screen.ts'

/** Something failed that can be tried again: what, where the money is, what next. */
export function showProblem({ problem, retry, known }: ShowProblem, screen: Screen) {
  const words = texts.problem
  const hasTransfer = 'transfer' in retry
  const { requestId, errorType, errorData = {}, httpStatus } = problem
  // Trouble of the server's own: an order that it had taken before may be under way. Repeated, it is the same order.
  const isUnsure = /execute$/i.test(retry.asking?.call ?? '') && httpStatus >= 500 && !errorType.startsWith('exchange')
  const isKyc = errorType === 'kycRequired'
  return page(
    [
      hero(isKyc ? 'wait' : 'bad', alertIcon, isKyc ? words.verifyTitle : words.title, explain(problem)),
      isUnsure
        ? alert(
            'warn',
            html`<b>${texts.waiting.alertTitle(known.account?.integrationName ?? '')}</b>${texts.waiting.alert}`,
          )
        : nothing,
      box(
        !isUnsure && [texts.failed.money, hasTransfer ? words.goesOn : words.nothingSent, 'wide'],
        requestId !== undefined && [texts.common.requestId, copyable(requestId, texts.common.requestId)],
      ),
    ],
    [
      outsideLink(errorData.url, texts.handOff.open(String(errorData.name))),
      button(
        screen,
        isKyc ? texts.confirmElsewhere.cta : texts.common.retry,
        { type: 'retried' },
        isWebAddress(errorData.url),
      ),
      hasTransfer || isUnsure
        ? button(screen, texts.common.close, { type: 'leaveAsked' }, true)
        : button(screen, texts.common.anotherAccount, { type: 'otherAccountAsked' }, true),
    ],
  )
}
