import { css, html, nothing } from 'lit'
import { amountSize } from '../ui/amount-size.ts'
import type { DigitGrouping } from './digit-grouping.ts'

export const amountStyles = css`
  .amount { display: flex; align-items: baseline; justify-content: center; margin: 22px 0 0;
    font-weight: 650; letter-spacing: -0.035em; line-height: 1.1; cursor: text }
  .amount input { border: 0; background: none; padding: 0; outline: none; text-align: end;
    caret-color: var(--accent); min-width: 1ch; min-height: 44px; max-width: 100%; flex: 0 1 auto;
    field-sizing: content }
  .amount input::placeholder { color: var(--faint); opacity: 1 }
  @supports (field-sizing: content) { .amount input { width: auto !important } }
  .amount span { font-size: max(12px, 0.44em); letter-spacing: 0; color: var(--muted); font-weight: 600; margin-inline-start: 8px }
  .problem { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 6px 10px; min-height: 46px;
    text-align: center }
  .problem .error { margin: 0; padding-bottom: 10px }
  .problem .small { margin-bottom: 10px }
`

interface AmountField {
  label: string
  typed: string
  /** The symbol of the token, or the fiat currency. */
  unit: string
  isReadOnly: boolean
  problem: string | null
  grouping: DigitGrouping
  input: (typed: string) => void
  blur?: () => void
}

/** A large field for an amount, as wide as its text. Its problem is shown by `amountProblem`. */
export function amountField({ label, typed, unit, isReadOnly, problem, grouping, input, blur }: AmountField) {
  const type = (event: Event) => input(grouping.group(event))
  const undo = (event: KeyboardEvent) => {
    const text = grouping.undo(event)
    if (text !== null) input(text)
  }
  const focus = ({ currentTarget }: Event) => (currentTarget as HTMLElement).querySelector('input')?.focus()
  return html`<label for="amount" class="sr">${label}</label>
    <div class="amount" .style=${amountSize(typed)} @click=${focus}>
      <input id="amount" dir="ltr" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" enterkeyhint="next"
        placeholder="0" maxlength="60" .style=${`width:${typed.length || 1}ch`} .value=${typed}
        ?readonly=${isReadOnly} aria-invalid=${problem !== null}
        aria-describedby="problem limits" @keydown=${undo} @beforeinput=${grouping.remember}
        @compositionstart=${grouping.ungroup} @compositionend=${type} @input=${type} @blur=${blur ?? nothing} /><span
        aria-hidden="true">${unit}</span></div>`
}

export function amountProblem(problem: string | null, fix: unknown = nothing) {
  return html`<div class="problem"><p class="error" id="problem" role="alert">${problem ?? nothing}</p>${fix}</div>`
}
