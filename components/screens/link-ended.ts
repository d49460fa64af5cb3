import { html, nothing } from 'lit'
import { clockIcon } from '../ui/icons.ts'
import { button } from './controls.ts'
import { hero, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The link is expired or used, or its session is over. */
export class LinkEndedScreen extends Screen<'link-ended'> {
  protected override render() {
    const [title, lead] = this.sentences()
    // There is no session. The page contains the app's name if the server knows the link.
    const app = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
    const isNamed = this.app === '' && app !== ''
    return page(
      [
        hero('wait', { icon: clockIcon, title, lead }),
        isNamed ? html`<p class="note">${this.texts.header.title(app)}</p>` : nothing,
      ],
      button(this, { label: this.texts.common.close, event: { type: 'leaveRequested' } }),
    )
  }

  private sentences(): [string, string] {
    const words = this.texts.linkEnded
    const { reason, mayBeSent } = this.state
    if (reason === 'linkExpired') return [words.expiredTitle, words.expired]
    if (reason === 'otherClient') return [words.unavailableTitle, this.texts.errors.linkOfOtherClient]
    if (reason === 'unavailable') return [words.unavailableTitle, words.unavailable]
    return [words.sessionTitle, mayBeSent ? words.sessionPending : words.session]
  }
}

customElements.define('link-ended-screen', LinkEndedScreen)
