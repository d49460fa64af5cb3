import { html } from 'lit'
import type { PickAccount } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { heading, page, type Screen } from './screen.ts'

/** One sign-in opened several accounts: the user picks the one to send from. */
export function pickAccount({ accounts, context: { integration } }: PickAccount, { send }: Screen) {
  const words = texts.pickAccount
  return page([
    heading(words.title, words.lead(integration?.name ?? accounts[0]?.integrationName ?? '')),
    html`<ul class="rows">${accounts.map(
      ({ accountId, name, integrationName }) => html`<li><button type="button" class="row"
        @click=${() => send({ type: 'accountChosen', accountId })}>
        ${letterDisc({ letter: name, color: integration?.color ?? '' }, 'square')}
        <span class="mid"><b>${name}</b><small>${integrationName}</small></span></button></li>`,
    )}</ul>`,
  ])
}
