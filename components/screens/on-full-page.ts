import { html, nothing } from 'lit'
import { toTransferFailed } from '../flow/transfer-states.ts'
import { explain } from '../texts/explain.ts'
import { bigCrossIcon, clockIcon } from '../ui/icons.ts'
import { RerenderTimer } from '../ui/rerender-timer.ts'
import { button, leaveButton, outsideLink } from './controls.ts'
import { alert, hero, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The transfer continues in another window. Its progress shows on the screens of a transfer (visible-state.ts). */
export class OnFullPageScreen extends Screen<'on-full-page'> {
  private readonly timer = new RerenderTimer(this)

  protected override render() {
    const { transfer, context, page: pageState } = this.state
    const { fullPage: words, failed, common } = this.texts
    const failure = transfer === null ? null : explain(this.texts, toTransferFailed(context, transfer, transfer))
    const close = leaveButton(this, common.close)
    if (pageState === 'ended')
      return page(hero('bad', { icon: bigCrossIcon, title: failed.title, lead: failure ?? '' }), close)
    return page(
      [
        failure === null ? nothing : alert('danger', html`<b>${failed.title}</b>${failure}`),
        hero('wait', { icon: clockIcon, title: words.title, lead: words.lead }),
      ],
      [this.opener(), close],
    )
  }

  /** A link is never blocked as a popup, but its code expires and opens once. The button requests a new code. */
  private opener() {
    const { page: pageState, link } = this.state
    const leftMs = link === null ? 0 : link.untilMs - performance.now()
    if (pageState !== 'notOpened' || link === null || leftMs <= 0)
      return button(this, { label: this.texts.fullPage.open, event: { type: 'fullPageRequested' } })
    this.timer.schedule(leftMs)
    return outsideLink(this.texts, { url: link.url, label: this.texts.review.fullPage })
  }
}

customElements.define('on-full-page-screen', OnFullPageScreen)
