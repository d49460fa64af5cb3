import { bigCheckIcon } from '../ui/icons.ts'
import { button } from './controls.ts'
import { hero, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The end of a link that only connects an account. */
export class AccountConnectedScreen extends Screen<'account-connected'> {
  protected override render() {
    const { account, integration } = this.state.context
    const words = this.texts.accountConnected
    const exchange = account?.integrationName ?? integration?.name ?? ''
    return page(
      hero('good', { icon: bigCheckIcon, title: words.title, lead: words.lead(exchange, this.app) }),
      button(this, { label: this.texts.common.done, event: { type: 'leaveRequested' } }),
    )
  }
}

customElements.define('account-connected-screen', AccountConnectedScreen)
