import { html, nothing } from 'lit'
import { checkAmount, largestAmount, shareOf, toFiat, tokenAmount } from '../flow/check-amount.ts'
import { findNetwork } from '../flow/choose-network.ts'
import type { EnterAmount } from '../flow/flow-state.ts'
import type { HoldingNetwork } from '../flow/link-responses.ts'
import { explain, explainAmount } from '../texts/explain.ts'
import {
  formatAbout,
  formatBalance,
  formatExact,
  formatFiat,
  formatPercent,
  formatToken,
  formatTyped,
  withSymbol,
} from '../texts/format.ts'
import { notation } from '../texts/notation.ts'
import type { AmountProblem } from '../texts/text-values.ts'
import { texts } from '../texts/texts.ts'
import { amountSize } from '../ui/amount-size.ts'
import { swapIcon } from '../ui/icons.ts'
import { chooseNetwork } from './choose-network.ts'
import { heading, page, type Screen } from './screen.ts'
import { box, submitButton } from './templates.ts'

/** Problems are shown after a pause or a click, not after each key. */
const pauseMs = 600

/** The amount, in the token or in fiat, and the network. The server sets the limits and checks them again. */
export function enterAmount(flow: EnterAmount, screen: Screen): unknown {
  const words = texts.amount
  const { draft, holding, pending } = flow
  const network = findNetwork(holding, draft.networkId)
  if (network === undefined) return nothing
  const submit = () => {
    if (pending !== null) return
    const checked = checkAmount(draft, holding, network)
    screen.set({ typedAtMs: 0, missing: checked.ok ? null : 'amount' })
    if (checked.ok) screen.send({ type: 'amountEntered', amount: checked.amount })
    else screen.focusOn('#amount')
  }
  return page(
    [
      heading(words.title, nothing),
      amountField(flow, network, screen),
      draft.locked ? html`<p class="hint center">${words.locked(screen.app)}</p>` : shares(flow, network, screen),
      box(
        [
          words.from,
          html`${flow.context.account?.integrationName}<small>${words.available(
            withSymbol(formatBalance(holding.availableBalance, holding.symbol), holding.symbol),
          )}</small>`,
        ],
        [words.network, chooseNetwork(flow, network, screen), flow.isOpen ? 'wide' : ''],
        [words.limits, html`<span id="limits">${limits(flow, network)}</span>`],
      ),
    ],
    submitButton({ label: words.review, busyLabel: words.preparing, isBusy: pending !== null }),
    submit,
  )
}

function amountField(flow: EnterAmount, network: HoldingNetwork, screen: Screen) {
  const words = texts.amount
  const { draft, holding, pending, problem } = flow
  const found = findProblem(flow, network, screen)
  const text = problem === null ? found && explainAmount(found, holding.symbol) : explain(problem)
  const unit = draft.unit === 'token' ? holding.symbol : notation.fiatCurrency
  const type = (event: InputEvent) => {
    screen.set({ typedAtMs: performance.now(), missing: null })
    // A pasted amount may contain its unit.
    const typed = (event.target as HTMLInputElement).value.replace(unit, '').trim()
    screen.send({ type: 'amountTyped', typed, unit: draft.unit })
  }
  return html`<label for="amount" class="sr">${words.label(unit)}</label>
    <div class="amount" .style=${amountSize(draft.typed)} @click=${() => screen.focusOn('#amount')}>
      <input id="amount" dir="ltr" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" enterkeyhint="next"
        placeholder="0" maxlength="40" .style=${`width:${draft.typed.length || 1}ch`} .value=${draft.typed}
        ?readonly=${draft.locked || pending !== null} aria-invalid=${text !== null}
        aria-describedby="problem limits" @input=${type} @blur=${() => screen.set({ typedAtMs: 0 })} /><span
        aria-hidden="true">${unit}</span></div>
    ${otherUnit(flow, network, screen)}
    <div class="problem"><p class="error" id="problem" role="alert">${text ?? nothing}</p>${limitButton(screen, flow, { network, found })}</div>`
}

/** The problem with the typed amount, once it may be shown. */
function findProblem({ draft, holding }: EnterAmount, network: HoldingNetwork, screen: Screen): AmountProblem | null {
  const { typedAtMs = 0, missing } = screen.local
  if (draft.typed.trim() === '' && !missing) return null
  const waitMs = typedAtMs + pauseMs - performance.now()
  if (typedAtMs > 0 && waitMs > 0) {
    screen.rerenderIn(waitMs)
    return null
  }
  const checked = checkAmount(draft, holding, network)
  return checked.ok ? null : checked.problem
}

function otherUnit({ draft, holding }: EnterAmount, network: HoldingNetwork, screen: Screen) {
  const words = texts.amount
  if (network.price === null) return nothing
  const { symbol } = holding
  const isToken = draft.unit === 'token'
  const amount = tokenAmount(draft, network)
  const fiat = amount && toFiat(amount, network)
  const other = isToken
    ? formatAbout(amount === null ? '0' : (fiat?.toString() ?? null))
    : `≈ ${formatToken(amount?.toString() ?? '0', symbol)}`
  if (draft.locked) return html`<p class="swap">${other}</p>`
  /** The token amount stays the same; only its unit changes. */
  const swap = () => {
    const value = isToken ? fiat : amount
    take(screen, value?.isPositive ? value.toString() : '', isToken ? 'fiat' : 'token')
  }
  return html`<button type="button" class="swap" @click=${swap}>${other} ${swapIcon}<span
    class="sr">${words.toUnit(isToken ? notation.fiatCurrency : symbol)}</span></button>`
}

function shares({ holding }: EnterAmount, network: HoldingNetwork, screen: Screen) {
  const words = texts.amount
  const chip = (label: string, amount: () => string) =>
    html`<button type="button" @click=${() => take(screen, amount())}>${label}</button>`
  return html`<div class="chips" role="group" aria-label=${words.shares}>
    ${([25, 50, 75] as const).map((percent) => chip(formatPercent(percent), () => shareOf(holding, network, percent)))}
    ${chip(words.max, () => largestAmount(holding, network).toString())}</div>`
}

function limits({ holding, draft }: EnterAmount, network: HoldingNetwork) {
  const words = texts.amount
  const { minimumAmount, minimumAmountInFiat, maximumAmountInFiat } = network
  if (draft.unit === 'fiat' && minimumAmountInFiat !== null && maximumAmountInFiat !== null)
    return words.range(formatFiat(minimumAmountInFiat), formatFiat(maximumAmountInFiat))
  const upper = formatToken(largestAmount(holding, network).toString(), holding.symbol)
  return minimumAmount === null ? words.upTo(upper) : words.range(formatExact(minimumAmount), upper)
}

/** A button that fixes the problem with the minimum or the maximum. */
function limitButton(
  screen: Screen,
  { problem, draft, holding }: EnterAmount,
  { network, found }: { network: HoldingNetwork; found: AmountProblem | null },
) {
  const kind = problem?.errorType ?? found?.kind ?? ''
  const isBelow = /belowMinimum$/i.test(kind) && network.minimumAmount !== null
  if (draft.locked || !(isBelow || /aboveMaximum$|^insufficient/i.test(kind))) return nothing
  const amount = isBelow ? network.minimumAmount : largestAmount(holding, network).toString()
  // The button disappears with the problem, so the focus moves to the field.
  const use = () => {
    take(screen, amount ?? '')
    screen.focusOn('#amount')
  }
  return html`<button type="button" class="small" @click=${use}>${
    isBelow ? texts.amount.useMinimum : texts.amount.useMaximum
  }</button>`
}

/** Fills the amount into the field as a user would type it. */
function take(screen: Screen, amount: string, unit: 'token' | 'fiat' = 'token') {
  screen.set({ typedAtMs: 0, missing: null })
  screen.send({ type: 'amountTyped', typed: amount && formatTyped(amount), unit })
}
