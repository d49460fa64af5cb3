import { html, nothing } from 'lit'
import { Amount } from '../../server/contract/amount.ts'
import { explain, explainAmount } from '../texts/explain.ts'
import { formatExact } from '../texts/format.ts'
import { readAmount } from '../texts/read-amount.ts'
import { amountField, amountProblem, amountStyles } from './amount-field.ts'
import { submitButton } from './controls.ts'
import { DigitGrouping } from './digit-grouping.ts'
import { box, heading, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The amount to pay. The wallet's balance is unknown here. The server checks the minimum and the number of decimals. */
export class PaymentAmountScreen extends Screen<'payment-amount'> {
  static override properties = { ...Screen.properties, typed: { state: true }, mistake: { state: true } }
  static override styles = [...Screen.styles, amountStyles]

  /** The user's entry, null before the first one. */
  declare private typed: string | null
  /** What is wrong with the entry before it is sent. */
  declare private mistake: string | null
  private readonly grouping = new DigitGrouping()

  constructor() {
    super()
    this.typed = null
    this.mistake = null
  }

  private get fixed(): string | null {
    return this.state.context.session.fixed?.amount ?? null
  }

  /** The end of an earlier request does not disable the form. */
  private get isRequesting(): boolean {
    return this.state.pending?.call === 'payment'
  }

  /** The text in the field. */
  private get entry(): string {
    return this.typed ?? (this.fixed === null ? '' : formatExact(this.fixed))
  }

  protected override firstFocus(isTouch: boolean): string {
    return isTouch || this.fixed !== null ? 'h1' : '#amount'
  }

  protected override render() {
    const { destination, problem } = this.state
    const { isRequesting } = this
    const { texts, fixed } = this
    const words = texts.amount
    const { symbol, networkName } = destination
    const text = this.mistake ?? (problem && explain(texts, problem))
    return page(
      [
        heading(words.title, nothing),
        amountField({
          label: words.label(symbol),
          typed: this.entry,
          unit: symbol,
          isReadOnly: fixed !== null || isRequesting,
          problem: text,
          grouping: this.grouping,
          input: (typed) => this.type(typed),
        }),
        amountProblem(text),
        fixed === null ? nothing : html`<p class="hint center">${words.locked(this.app)}</p>`,
        box([words.network, networkName]),
      ],
      submitButton({ label: texts.common.continue, busyLabel: texts.common.checking, isBusy: isRequesting }),
      () => this.submit(),
    )
  }

  private type(typed: string) {
    this.typed = typed
    this.mistake = null
  }

  private submit() {
    if (this.isRequesting) return
    const text = this.entry
    const read = readAmount(text)
    const amount = read === null ? null : Amount.tryParse(read)
    if (amount?.isPositive) return this.send({ type: 'paymentRequested', amount: amount.toString() })
    const kind = text.trim() === '' || amount !== null ? 'empty' : 'unreadable'
    this.mistake = explainAmount(this.texts, { kind }, this.state.destination.symbol)
    this.focusOn('#amount')
  }
}

customElements.define('payment-amount-screen', PaymentAmountScreen)
