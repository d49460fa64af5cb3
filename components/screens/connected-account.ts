import { html, nothing } from 'lit'
import { isAmong } from '../flow/account-states.ts'
import type { FlowContext } from '../flow/flow-context.ts'
import { formatList } from '../texts/format.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import type { AnyScreen } from './controls.ts'

/** The connected account, for users who went back to the first screen and want to continue with it. */
export function connectedAccount(screen: AnyScreen, { account, accounts = [], integrations }: FlowContext) {
  const shown = account ?? accounts[0]
  if (shown === undefined) return nothing
  const { accountConnected, common } = screen.texts
  const { type, accountId, name, integrationName } = shown
  const { color = '', logo } = integrations?.find((each) => each.type === type) ?? {}
  const names = isAmong(accounts, shown) ? formatList(accounts.map((each) => each.name)) : name
  return html`<h2>${accountConnected.title}</h2><ul class="rows"><li><button type="button" class="row"
    @click=${() => screen.send({ type: 'accountChosen', accountId })}>${letterDisc({ letter: integrationName, color, logo }, 'square')}
    <span class="mid"><b>${integrationName}</b><small>${names}</small></span>
    <span class="pill ok">${common.continue}</span></button></li></ul>`
}
