import { html, nothing } from 'lit'
import type { Account } from '../flow/link-responses.ts'
import { formatFiat } from '../texts/format.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { heading, page } from './layout.ts'
import { Screen } from './screen.ts'

/** One sign-in opened several accounts: the user picks the one to send from. */
export class PickAccountScreen extends Screen<'pick-account'> {
  protected override render() {
    const { accounts, balances, context } = this.state
    const { integration } = context
    const words = this.texts.pickAccount
    return page([
      heading(words.title, words.lead(integration?.name ?? accounts[0]?.integrationName ?? '')),
      html`<ul class="rows">${accounts.map((account) => {
        const { accountId, name } = account
        const balance = formatFiat(balances[accountId] ?? null)
        const maskedId = telling(account, accounts)
        return html`<li><button type="button" class="row"
          @click=${() => this.send({ type: 'accountChosen', accountId })}>
          ${letterDisc({ letter: name, color: integration?.color ?? '', logo: integration?.logo }, 'square')}
          <span class="mid"><b>${name}</b>${maskedId ? html`<small><bdi dir="ltr">${maskedId}</bdi></small>` : nothing}</span>
          ${balance === '' ? nothing : html`<span class="end"><b>${balance}</b></span>`}</button></li>`
      })}</ul>`,
    ])
  }
}

/** The masked id, '' if it only repeats the end of a name that no other account has. */
function telling({ accountId, name, maskedId = '' }: Account, accounts: Account[]): string {
  const isAlone = accounts.every((other) => other.accountId === accountId || other.name !== name)
  const repeats = name.toLowerCase().endsWith(maskedId.replaceAll('•', '').toLowerCase())
  return isAlone && repeats ? '' : maskedId
}

customElements.define('pick-account-screen', PickAccountScreen)
