import { html, nothing } from 'lit'
import { clockIcon } from '../ui/icons.ts'
import { button, submitButton } from './controls.ts'
import { hero, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The link is expired or used, or its session is over. */
export class LinkEndedScreen extends Screen<'link-ended'> {
  protected override render() {
    const [title, lead] = this.sentences()
    const { close } = this.texts.common
    const isNamed = this.app === '' && this.appName !== ''
    return page(
      [
        hero('wait', { icon: clockIcon, title, lead }),
        isNamed ? html`<p class="note">${this.texts.header.title(this.appName)}</p>` : nothing,
      ],
      [this.newLink(), button(this, { label: close, event: { type: 'leaveRequested' }, isQuiet: this.hasSite })],
      () => this.send({ type: 'newLinkRequested' }),
    )
  }

  /** Without a session, the page contains the app's name if the server knows the link. '' if the app is unknown. */
  private get appName(): string {
    return this.app || (document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '')
  }

  /** Only a site around the page can create another link. */
  private get hasSite(): boolean {
    return window.parent !== window && this.state.reason !== 'unavailable' && !this.state.mayBeSent
  }

  private newLink() {
    const { linkEnded: words, opening } = this.texts
    if (!this.hasSite) return nothing
    const isBusy = this.state.isNewRequested === true
    return submitButton({ label: words.newLink, busyLabel: opening.title, isBusy })
  }

  private sentences(): [string, string] {
    const words = this.texts.linkEnded
    const { reason, mayBeSent } = this.state
    if (reason === 'linkExpired')
      return [words.expiredTitle, this.appName === '' ? words.expired : words.expiredOf(this.appName)]
    if (reason === 'otherClient') return [words.unavailableTitle, this.texts.errors.linkOfOtherClient]
    if (reason === 'unavailable') return [words.unavailableTitle, words.unavailable]
    return [words.sessionTitle, mayBeSent ? words.sessionPending : words.session]
  }
}

customElements.define('link-ended-screen', LinkEndedScreen)
