import { lockIcon } from '../ui/icons.ts'
import { button } from './controls.ts'
import { hero, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The account's sign-in has ended at the exchange. The user's entries are preserved. */
export class SignInEndedScreen extends Screen<'sign-in-ended'> {
  protected override render() {
    const words = this.texts.signInEnded
    return page(hero('wait', { icon: lockIcon, title: words.title(this.state.name), lead: words.lead }), [
      button(this, { label: words.cta, event: { type: 'signInRequested' } }),
      button(this, {
        label: this.texts.common.anotherAccount,
        event: { type: 'otherAccountRequested' },
        isQuiet: true,
      }),
    ])
  }
}

customElements.define('sign-in-ended-screen', SignInEndedScreen)
