import { html } from 'lit'
import { mayHaveSentMoney } from '../flow/call-traits.ts'
import { isOutcomeUnknown } from '../flow/failed-calls.ts'
import { isWebAddress } from '../protocol/link-messages.ts'
import { explain } from '../texts/explain.ts'
import { alertIcon } from '../ui/icons.ts'
import '../ui/copy-text.ts'
import { button, leaveButton, moneyButton, outsideLink } from './controls.ts'
import { box, hero, page } from './layout.ts'
import { Screen } from './screen.ts'

/** A call failed and can be repeated: what happened, where the money is, what to do. */
export class ShowProblemScreen extends Screen<'show-problem'> {
  protected override render() {
    const { texts } = this
    const { problem, retry } = this.state
    const { errorData = {} } = problem
    const { hasTransfer, isUnknown } = this
    return page(
      [this.headline(), this.facts()],
      [
        outsideLink(texts, { url: errorData.url, label: texts.handOff.open(String(errorData.name)) }),
        mayHaveSentMoney(retry.pending)
          ? moneyButton(this, { label: this.label, busyLabel: this.label, isBusy: false })
          : button(this, { label: this.label, event: { type: 'retried' }, isQuiet: isWebAddress(errorData.url) }),
        hasTransfer || isUnknown
          ? leaveButton(this, texts.common.close)
          : button(this, {
              label: texts.common.anotherAccount,
              event: { type: 'otherAccountRequested' },
              isQuiet: true,
            }),
      ],
      () => this.send({ type: 'retried' }),
    )
  }

  private get hasTransfer(): boolean {
    return 'transfer' in this.state.retry
  }

  /** Whether money may have been sent. */
  private get isUnknown(): boolean {
    return isOutcomeUnknown(this.state.retry.pending, this.state.problem)
  }

  private get isKyc(): boolean {
    return this.state.problem.errorType === 'kycRequired'
  }

  private get label(): string {
    const { problem, confirmElsewhere, common } = this.texts
    return this.isUnknown ? problem.check : this.isKyc ? confirmElsewhere.cta : common.retry
  }

  private headline() {
    const { problem: words, waiting } = this.texts
    const { problem, context } = this.state
    if (this.isUnknown)
      return hero('wait', {
        icon: alertIcon,
        title: waiting.alertTitle(context.account?.integrationName ?? ''),
        lead: words.unsure,
      })
    return hero(this.isKyc ? 'wait' : 'bad', {
      icon: alertIcon,
      title: this.isKyc ? words.verifyTitle : words.title,
      lead: explain(this.texts, problem),
    })
  }

  private facts() {
    const { problem: words, common, failed } = this.texts
    const { requestId } = this.state.problem
    const { account } = this.state.context
    const unsent = account === null ? words.nothingSent : failed.notSent(account.integrationName)
    return box(
      !this.isUnknown && [failed.money, this.hasTransfer ? words.goesOn : unsent, 'wide'],
      requestId !== undefined && [
        common.requestId,
        html`<copy-text .text=${requestId} .what=${common.requestId}></copy-text>`,
        'wide',
      ],
    )
  }
}

customElements.define('show-problem-screen', ShowProblemScreen)
