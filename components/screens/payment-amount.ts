import { html, nothing } from 'lit'
import { Amount } from '../../server/contract/amount.ts'
import type { PaymentAmount } from '../flow/flow-state.ts'
import { explain, explainAmount } from '../texts/explain.ts'
import { formatTyped } from '../texts/format.ts'
import { readAmount } from '../texts/read-amount.ts'
import { texts } from '../texts/texts.ts'
import { amountSize } from '../ui/amount-size.ts'
import { heading, page, type Screen } from './screen.ts'
import { box, submitButton } from './templates.ts'

/** The amount to pay. The wallet's balance is unknown here. The server checks the minimum and the number of decimals. */
export function paymentAmount({ destination, problem, pending, context }: PaymentAmount, screen: Screen) {
  const words = texts.amount
  const { symbol, networkName } = destination
  const fixed = context.session.fixed?.amount ?? null
  const { typed = fixed === null ? '' : formatTyped(fixed), missing = null } = screen.local
  const problemText = missing !== null ? missing : problem === null ? null : explain(problem)
  const type = (event: InputEvent) => screen.set({ typed: (event.target as HTMLInputElement).value, missing: null })
  const submit = () => {
    if (pending !== null) return
    const text = screen.local.typed ?? typed
    const read = readAmount(text)
    const amount = read === null ? null : Amount.tryParse(read)
    if (amount?.isPositive) return screen.send({ type: 'paymentRequested', amount: amount.toString() })
    const kind = text.trim() === '' || amount !== null ? 'empty' : 'unreadable'
    screen.set({ missing: explainAmount({ kind }, symbol) })
    screen.focusOn('#amount')
  }
  return page(
    [
      heading(words.title, nothing),
      html`<label for="amount" class="sr">${words.label(symbol)}</label>
        <div class="amount" .style=${amountSize(typed)} dir="ltr" @click=${() => screen.focusOn('#amount')}>
          <input id="amount" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" enterkeyhint="next"
            placeholder="0" maxlength="40" .style=${`width:${typed.length || 1}ch`} .value=${typed}
            ?readonly=${fixed !== null || pending !== null} aria-invalid=${problemText !== null} aria-describedby="problem"
            @input=${type} /><span aria-hidden="true">${symbol}</span></div>
        <div class="problem"><p class="error" id="problem" role="alert">${problemText ?? nothing}</p></div>`,
      fixed === null ? nothing : html`<p class="hint center">${words.locked(screen.app)}</p>`,
      box([words.network, networkName]),
    ],
    submitButton({ label: texts.common.continue, busyLabel: texts.common.checking, isBusy: pending !== null }),
    submit,
  )
}
