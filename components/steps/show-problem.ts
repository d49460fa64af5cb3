import type { ShowProblem } from '../flow/flow-state.ts'
import { alertIcon } from '../parts/icons.ts'
import { explain } from '../texts/explain.ts'
import { texts } from '../texts/texts.ts'
import { box, button, copyable, hero, page, type Screen } from './screen.ts'

/** Something failed that can be tried again: what, where the money is, what next. */
export function showProblem({ problem, retry }: ShowProblem, screen: Screen) {
  const words = texts.problem
  const hasTransfer = 'transfer' in retry
  const { requestId } = problem
  return page(
    [
      hero('bad', alertIcon, words.title, explain(problem)),
      box(
        [texts.failed.money, hasTransfer ? words.goesOn : words.nothingSent, 'wide'],
        requestId !== undefined && [texts.common.requestId, copyable(requestId, texts.common.requestId)],
      ),
    ],
    [
      button(screen, texts.common.retry, { type: 'retried' }),
      hasTransfer
        ? button(screen, texts.common.close, { type: 'leaveAsked' }, true)
        : button(screen, texts.common.anotherAccount, { type: 'otherAccountAsked' }, true),
    ],
  )
}
