import { mayHaveSentMoney } from '../flow/call-traits.ts'
import { isOutcomeUnknown } from '../flow/failed-calls.ts'
import type { ShowProblem } from '../flow/flow-state.ts'
import { isWebAddress } from '../protocol/link-messages.ts'
import { explain } from '../texts/explain.ts'
import { texts } from '../texts/texts.ts'
import { alertIcon } from '../ui/icons.ts'
import { hero, outsideLink } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'
import { box, button, copyable, moneyButton } from './templates.ts'

/** A call failed and can be repeated: what happened, where the money is, what to do. */
export function showProblem({ problem, retry, context }: ShowProblem, screen: Screen) {
  const words = texts.problem
  const hasTransfer = 'transfer' in retry
  const { requestId, errorType, errorData = {} } = problem
  const unsure = isOutcomeUnknown(retry.pending, problem)
  const isKyc = errorType === 'kycRequired'
  const label = unsure ? words.check : isKyc ? texts.confirmElsewhere.cta : texts.common.retry
  return page(
    [
      unsure
        ? hero('wait', {
            icon: alertIcon,
            title: texts.waiting.alertTitle(context.account?.integrationName ?? ''),
            lead: words.unsure,
          })
        : hero(isKyc ? 'wait' : 'bad', {
            icon: alertIcon,
            title: isKyc ? words.verifyTitle : words.title,
            lead: explain(problem),
          }),
      box(
        !unsure && [texts.failed.money, hasTransfer ? words.goesOn : words.nothingSent, 'wide'],
        requestId !== undefined && [
          texts.common.requestId,
          copyable(screen, { text: requestId, what: texts.common.requestId }),
        ],
      ),
    ],
    [
      outsideLink(errorData.url, texts.handOff.open(String(errorData.name))),
      mayHaveSentMoney(retry.pending)
        ? moneyButton(screen, { label, busyLabel: label, isBusy: false })
        : button(screen, { label, event: { type: 'retried' }, isQuiet: isWebAddress(errorData.url) }),
      hasTransfer || unsure
        ? button(screen, { label: texts.common.close, event: { type: 'leaveRequested' }, isQuiet: true })
        : button(screen, {
            label: texts.common.anotherAccount,
            event: { type: 'otherAccountRequested' },
            isQuiet: true,
          }),
    ],
    () => screen.send({ type: 'retried' }),
  )
}
