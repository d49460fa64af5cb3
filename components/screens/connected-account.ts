import { html, nothing } from 'lit'
import { isAmong } from '../flow/account-states.ts'
import type { FlowContext } from '../flow/flow-context.ts'
import { formatList } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import type { Screen } from './screen.ts'

/** The connected account, for users who went back to this screen and want to continue with it. */
export function connectedAccount({ account, accounts = [], integrations }: FlowContext, { send }: Screen) {
  const shown = account ?? accounts[0]
  if (shown === undefined) return nothing
  const { type, accountId, name, integrationName } = shown
  const color = integrations?.find((each) => each.type === type)?.color ?? ''
  const names = isAmong(accounts, shown) ? formatList(accounts.map((each) => each.name)) : name
  return html`<h2>${texts.accountConnected.title}</h2><ul class="rows"><li><button type="button" class="row"
    @click=${() => send({ type: 'accountChosen', accountId })}>${letterDisc({ letter: integrationName, color }, 'square')}
    <span class="mid"><b>${integrationName}</b><small>${names}</small></span>
    <span class="pill ok">${texts.common.continue}</span></button></li></ul>`
}
