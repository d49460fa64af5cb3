import { css, html, nothing } from 'lit'
import { checkAmount, largestAmount, shareOf, toFiat, tokenAmount } from '../flow/check-amount.ts'
import { findNetwork } from '../flow/choose-network.ts'
import type { HoldingNetwork } from '../flow/transfer-responses.ts'
import { explain, explainAmount } from '../texts/explain.ts'
import {
  formatAbout,
  formatBalance,
  formatExact,
  formatFiat,
  formatPercent,
  formatToken,
  withSymbol,
} from '../texts/format.ts'
import { notation } from '../texts/notation.ts'
import type { AmountProblem } from '../texts/text-values.ts'
import { swapIcon } from '../ui/icons.ts'
import { RerenderTimer } from '../ui/rerender-timer.ts'
import { amountField, amountProblem, amountStyles } from './amount-field.ts'
import { submitButton } from './controls.ts'
import { DigitGrouping } from './digit-grouping.ts'
import { box, heading, page } from './layout.ts'
import { chosenNetwork, networkList, networkStyles } from './network-list.ts'
import { Screen } from './screen.ts'

/** Problems are shown after a pause or a click, not after each key. */
const pauseMs = 600

/** The amount, in the token or in fiat, and the network. The server sets the limits and checks them again. */
export class EnterAmountScreen extends Screen<'enter-amount'> {
  static override properties = {
    ...Screen.properties,
    isOpen: { state: true },
    wasSubmitted: { state: true },
    typedAtMs: { state: true },
  }
  static override styles = [
    ...Screen.styles,
    amountStyles,
    networkStyles,
    css`
      .swap { display: flex; gap: 8px; align-items: center; align-self: center; min-height: 44px; padding: 0 12px; margin: 0;
        border: 0; background: none; color: var(--muted); border-radius: var(--radius-s) }
      button.swap:hover { background: var(--surface) }
      .chips { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px; margin-bottom: 16px }
      .chips button { min-height: 44px; border: 1px solid transparent; border-radius: var(--radius-s); background: var(--surface); font-weight: 600; font-size: 0.875rem;
        padding: 0 }
      .chips button:hover { background: var(--surface-2) }
    `,
  ]

  /** The list of networks is open. */
  declare private isOpen: boolean
  /** The user has submitted an amount with a problem, which is therefore shown even if the field is empty. */
  declare private wasSubmitted: boolean
  /** The time of the last key on the page's clock, 0 once the user has finished typing. */
  declare private typedAtMs: number
  private readonly timer = new RerenderTimer(this)
  private readonly grouping = new DigitGrouping()

  constructor() {
    super()
    this.isOpen = false
    this.wasSubmitted = false
    this.typedAtMs = 0
  }

  protected override firstFocus(isTouch: boolean): string {
    return isTouch || this.state.draft.locked ? 'h1' : '#amount'
  }

  protected override render() {
    const { draft, holding, pending, problem, context } = this.state
    const network = findNetwork(holding, draft.networkId)
    if (network === undefined) return nothing
    const words = this.texts.amount
    const found = this.findProblem(network)
    const text =
      problem === null ? found && explainAmount(this.texts, found, holding.symbol) : explain(this.texts, problem)
    const unit = draft.unit === 'token' ? holding.symbol : notation.fiatCurrency
    const toggle = () => {
      this.isOpen = !this.isOpen
    }
    return html`<div class="keys" @keydown=${this.closeOnEscape}>${page(
      [
        heading(words.title, nothing),
        amountField({
          label: words.label(unit),
          typed: draft.typed,
          unit,
          isReadOnly: draft.locked || pending !== null,
          problem: text,
          grouping: this.grouping,
          input: (typed) => this.type(typed, unit),
          blur: () => this.finishTyping(),
        }),
        this.otherUnit(network),
        amountProblem(text, this.limitButton(network, found)),
        draft.locked ? html`<p class="hint center">${words.locked(this.app)}</p>` : this.shares(network),
        box(
          [
            words.from,
            html`${context.account?.integrationName}<small>${words.available(
              withSymbol(formatBalance(holding.availableBalance, holding.symbol), holding.symbol),
            )}</small>`,
          ],
          [
            words.network,
            [
              chosenNetwork(this, { state: this.state, network, isOpen: this.isOpen, toggle }),
              this.isOpen ? networkList(this, this.state, network) : nothing,
            ],
            this.isOpen ? 'wide' : '',
          ],
          [words.limits, html`<span id="limits">${this.limits(network)}</span>`],
        ),
      ],
      submitButton({ label: words.review, busyLabel: words.preparing, isBusy: pending !== null }),
      () => this.submit(network),
    )}</div>`
  }

  /** The problem with the typed amount, once it may be shown. */
  private findProblem(network: HoldingNetwork): AmountProblem | null {
    const { draft, holding } = this.state
    if (draft.typed.trim() === '' && !this.wasSubmitted) return null
    const waitMs = this.typedAtMs + pauseMs - performance.now()
    if (this.typedAtMs > 0 && waitMs > 0) {
      this.timer.schedule(waitMs)
      return null
    }
    const checked = checkAmount(draft, holding, network)
    return checked.ok ? null : checked.problem
  }

  /** The amount in the other unit. Pressing it changes the unit and leaves the token amount the same. */
  private otherUnit(network: HoldingNetwork) {
    if (network.price === null) return nothing
    const { draft, holding } = this.state
    const isToken = draft.unit === 'token'
    const amount = tokenAmount(draft, network)
    const fiat = amount && toFiat(amount, network)
    const other = isToken
      ? formatAbout(amount === null ? '0' : (fiat?.toString() ?? null))
      : `≈ ${formatToken(amount?.toString() ?? '0', holding.symbol)}`
    if (draft.locked) return html`<p class="swap">${other}</p>`
    const swap = () => {
      const value = isToken ? fiat : amount
      this.take(value?.isPositive ? value.toString() : '', isToken ? 'fiat' : 'token')
    }
    return html`<button type="button" class="swap" @click=${swap}>${other} ${swapIcon}<span
      class="sr">${this.texts.amount.toUnit(isToken ? notation.fiatCurrency : holding.symbol)}</span></button>`
  }

  private shares(network: HoldingNetwork) {
    const words = this.texts.amount
    const { holding } = this.state
    const chip = (label: string, amount: () => string) =>
      html`<button type="button" @click=${() => this.take(amount())}>${label}</button>`
    return html`<div class="chips" role="group" aria-label=${words.shares}>
      ${([25, 50, 75] as const).map((percent) => chip(formatPercent(percent), () => shareOf(holding, network, percent)))}
      ${chip(words.max, () => largestAmount(holding, network).toString())}</div>`
  }

  private limits(network: HoldingNetwork): string {
    const words = this.texts.amount
    const { holding, draft } = this.state
    const { minimumAmount, minimumAmountInFiat, maximumAmountInFiat } = network
    if (draft.unit === 'fiat' && minimumAmountInFiat !== null && maximumAmountInFiat !== null)
      return words.range(formatFiat(minimumAmountInFiat), formatFiat(maximumAmountInFiat))
    const upper = formatToken(largestAmount(holding, network).toString(), holding.symbol)
    return minimumAmount === null ? words.upTo(upper) : words.range(formatExact(minimumAmount), upper)
  }

  /** A button that fixes the problem with the minimum or the maximum. */
  private limitButton(network: HoldingNetwork, found: AmountProblem | null) {
    const { problem, draft, holding } = this.state
    const words = this.texts.amount
    const kind = problem?.errorType ?? found?.kind ?? ''
    const isBelow = /belowMinimum$/i.test(kind) && network.minimumAmount !== null
    if (draft.locked || !(isBelow || /aboveMaximum$|^insufficient/i.test(kind))) return nothing
    const amount = isBelow ? network.minimumAmount : largestAmount(holding, network).toString()
    // The button disappears with the problem, so the focus moves to the field.
    const use = () => {
      this.take(amount ?? '')
      this.focusOn('#amount')
    }
    return html`<button type="button" class="small" @click=${use}>${isBelow ? words.useMinimum : words.useMaximum}</button>`
  }

  private type(text: string, unit: string) {
    this.typedAtMs = performance.now()
    this.wasSubmitted = false
    // A pasted amount may contain its unit.
    this.send({ type: 'amountTyped', typed: text.replace(unit, '').trim(), unit: this.state.draft.unit })
  }

  private finishTyping() {
    this.typedAtMs = 0
  }

  /** Fills the amount into the field as a user would type it. */
  private take(amount: string, unit: 'token' | 'fiat' = 'token') {
    this.typedAtMs = 0
    this.wasSubmitted = false
    this.grouping.reset()
    this.send({ type: 'amountTyped', typed: amount && formatExact(amount), unit })
  }

  private submit(network: HoldingNetwork) {
    if (this.state.pending !== null) return
    const checked = checkAmount(this.state.draft, this.state.holding, network)
    this.typedAtMs = 0
    this.wasSubmitted = !checked.ok
    if (checked.ok) this.send({ type: 'amountEntered', amount: checked.amount })
    else this.focusOn('#amount')
  }

  /** Escape closes the list of networks, not the window. */
  private closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !this.isOpen) return
    event.preventDefault()
    event.stopPropagation()
    this.isOpen = false
    this.focusOn('.network')
  }
}

customElements.define('enter-amount-screen', EnterAmountScreen)
