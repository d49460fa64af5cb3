import { html, nothing } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { classMap } from 'lit/directives/class-map.js'
import { live } from 'lit/directives/live.js'
import { checkAmount, largestAmount, shareOf, toFiat, tokenAmount } from '../flow/check-amount.ts'
import { eligibleNetworks, networkOf } from '../flow/choose-network.ts'
import type { EnterAmount } from '../flow/flow-state.ts'
import type { HoldingNetwork } from '../flow/link-answers.ts'
import { cssValues } from '../parts/css-values.ts'
import { swapIcon } from '../parts/icons.ts'
import './choose-network.ts'
import { formatBalance, formatDuration, formatExact, formatFiat, formatToken } from '../texts/format.ts'
import type { AmountProblem } from '../texts/text-values.ts'
import { texts } from '../texts/texts.ts'
import { amountStyles } from './enter-amount-styles.ts'
import { Step, stepStyles, submitButton } from './step.ts'

const words = texts.amount
const pauseMs = 600

/**
 * How much, in the token or in dollars, and on which network. The limits are the server's; it checks again.
 *
 * @fires flow - `amountTyped`, at every keystroke, so that nothing typed is lost on the way back
 * @fires flow - `networkChosen`
 * @fires flow - `amountEntered`, with an amount inside the limits
 */
@customElement('enter-amount')
export class EnterAmountStep extends Step<EnterAmount> {
  static override styles = [...stepStyles, amountStyles]

  /** Problems are shown after a pause or at the button, not at each key. */
  @state() private showsProblem = false
  private pause: ReturnType<typeof setTimeout> | undefined

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.pause)
  }

  protected override render() {
    const { holding, asking } = this.flow
    const network = this.network
    if (network === undefined) return nothing
    return html`
      <form novalidate @submit=${this.submit}>
        <div class="body">
          <h1 tabindex="-1">${words.title}</h1>
          ${this.amountField(network)}
          ${this.flow.draft.locked ? html`<p class="hint center">${words.locked(this.appName)}</p>` : this.shares(network)}
          <dl class="box">
            <div><dt>${words.from}</dt><dd>${this.flow.known.account?.integrationName}
              <small>${words.available(`${formatBalance(holding.availableBalance, holding.symbol)} ${holding.symbol}`)}</small></dd></div>
            <div class="network"><dt>${words.network}</dt>${this.networkChoice(network)}</div>
            <div><dt>${words.limits}</dt><dd id="limits">${this.limits(network)}</dd></div>
          </dl>
        </div>
        <footer>${submitButton(words.review, words.preparing, asking !== null)}</footer>
      </form>
    `
  }

  private amountField(network: HoldingNetwork) {
    const { draft, holding, asking } = this.flow
    const problem = this.problemText(network)
    const size = Math.max(draft.typed.length, 1)
    const sizes = { amount: true, long: size > 7, longer: size > 12, longest: size > 20 }
    const unit = draft.unit === 'token' ? holding.symbol : 'USD'
    return html`
      <label for="amount" class="sr">${words.label(draft.unit === 'token' ? holding.symbol : words.fiatName)}</label>
      <div class=${classMap(sizes)} @click=${this.focusField}>
        <input id="amount" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" enterkeyhint="next"
          placeholder="0" maxlength="40" ${cssValues({ width: `${size}ch` })} .value=${live(draft.typed)}
          ?readonly=${draft.locked || asking !== null} aria-invalid=${problem !== null}
          aria-describedby="problem limits" @input=${this.type} @blur=${this.checkNow} /><span aria-hidden="true">${unit}</span>
      </div>
      ${this.otherUnit(network)}
      <div class="problem"><p class="error" id="problem" role="alert">${problem ?? nothing}</p>${this.fix(network)}</div>
    `
  }

  private otherUnit(network: HoldingNetwork) {
    const { draft, holding } = this.flow
    if (network.price === null) return nothing
    const amount = tokenAmount(draft, network)
    const other =
      draft.unit === 'token'
        ? formatFiat(amount === null ? '0' : (toFiat(amount, network)?.toString() ?? null))
        : formatToken(amount?.toString() ?? '0', holding.symbol)
    if (draft.locked) return html`<p class="swap">≈ ${other}</p>`
    const label = draft.unit === 'token' ? words.toFiat : words.toToken(holding.symbol)
    return html`<button type="button" class="swap" @click=${this.switchUnit}>≈ ${other} ${swapIcon}<span class="sr">${label}</span></button>`
  }

  private shares(network: HoldingNetwork) {
    const { holding } = this.flow
    return html`<div class="chips" role="group" aria-label=${words.shares}>
      ${([25, 50, 75] as const).map(
        (percent) =>
          html`<button type="button" @click=${() => this.take(shareOf(holding, network, percent))}>${words.share(percent)}</button>`,
      )}
      <button type="button" @click=${() => this.take(largestAmount(holding, network).toString())}>${words.max}</button>
    </div>`
  }

  private networkChoice(network: HoldingNetwork) {
    const choices = this.flow.holding.networks
    if (eligibleNetworks(this.flow.holding).length === 1)
      return html`<dd>${network.name}<small>${feeLine(network)}</small></dd>`
    return html`<dd class="choice"><choose-network .networks=${choices} .chosen=${network.id}
      .note=${words.onlyReceivable(this.appName)} .describe=${feeLine}
      @choose=${(event: CustomEvent<string>) => this.send({ type: 'networkChosen', networkId: event.detail })}></choose-network></dd>`
  }

  private limits(network: HoldingNetwork) {
    const { holding, draft } = this.flow
    const maximum = largestAmount(holding, network)
    if (draft.unit === 'fiat' && network.minimumAmountInFiat !== null && network.maximumAmountInFiat !== null)
      return words.range(formatFiat(network.minimumAmountInFiat), formatFiat(network.maximumAmountInFiat))
    const upper = formatToken(maximum.toString(), holding.symbol)
    return network.minimumAmount === null ? words.upTo(upper) : words.range(formatExact(network.minimumAmount), upper)
  }

  private problemText(network: HoldingNetwork): string | null {
    const { problem, holding } = this.flow
    if (problem !== null) return problem.message
    const found = this.found(network)
    return found === null ? null : words.problem(found, holding.symbol, (amount) => formatToken(amount, holding.symbol))
  }

  /** What is wrong with the typed amount, once it may be said. */
  private found(network: HoldingNetwork): AmountProblem | null {
    if (!this.showsProblem) return null
    const checked = checkAmount(this.flow.draft, this.flow.holding, network)
    return checked.ok ? null : checked.problem
  }

  private fix(network: HoldingNetwork) {
    const { problem, draft } = this.flow
    if (draft.locked) return nothing
    const found = this.found(network)
    const isBelow = found?.kind === 'belowMinimum' || problem?.errorType === 'amountBelowMinimum'
    const isAbove =
      found?.kind === 'aboveMaximum' || /^(amountAboveMaximum|insufficient)/.test(problem?.errorType ?? '')
    if (isBelow && network.minimumAmount !== null) return this.fixButton(words.useMinimum, network.minimumAmount)
    return isAbove ? this.fixButton(words.useMaximum, largestAmount(this.flow.holding, network).toString()) : nothing
  }

  private fixButton(label: string, amount: string) {
    return html`<button type="button" class="small" @click=${() => this.take(amount)}>${label}</button>`
  }

  private get network(): HoldingNetwork | undefined {
    return networkOf(this.flow.holding, this.flow.draft.networkId)
  }

  private get appName(): string {
    return this.flow.known.session.client.name
  }

  private type(event: InputEvent) {
    this.showsProblem = false
    clearTimeout(this.pause)
    this.pause = setTimeout(() => this.checkNow(), pauseMs)
    const typed = (event.target as HTMLInputElement).value
    this.send({ type: 'amountTyped', typed, unit: this.flow.draft.unit })
  }

  private checkNow() {
    clearTimeout(this.pause)
    this.showsProblem = this.flow.draft.typed.trim() !== ''
  }

  private take(amount: string) {
    this.showsProblem = false
    this.send({ type: 'amountTyped', typed: amount, unit: 'token' })
  }

  /** The token amount stays what it is; only the way it is written changes. */
  private switchUnit() {
    const { draft } = this.flow
    const network = this.network
    const amount = network === undefined ? null : tokenAmount(draft, network)
    const unit = draft.unit === 'token' ? 'fiat' : 'token'
    const value = unit === 'fiat' && amount && network ? toFiat(amount, network) : amount
    this.showsProblem = false
    this.send({ type: 'amountTyped', typed: value?.isPositive ? value.toString() : '', unit })
  }

  private focusField(event: MouseEvent) {
    const input = this.renderRoot.querySelector('input')
    if (event.target !== input) input?.focus()
  }

  private submit(event: SubmitEvent) {
    event.preventDefault()
    const network = this.network
    if (this.flow.asking !== null || network === undefined) return
    const checked = checkAmount(this.flow.draft, this.flow.holding, network)
    this.showsProblem = !checked.ok
    if (checked.ok) this.send({ type: 'amountEntered', amount: checked.amount })
    else this.focusOn('#amount')
  }
}

function feeLine(network: HoldingNetwork): string {
  const duration = formatDuration(network.estimatedSeconds)
  return network.feeInFiat === null
    ? words.networkFeeToken(formatToken(network.fee, network.feeSymbol), duration)
    : words.networkFee(formatFiat(network.feeInFiat), duration)
}

declare global {
  interface HTMLElementTagNameMap {
    'enter-amount': EnterAmountStep
  }
}
