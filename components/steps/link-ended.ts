import { html } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { LinkEnded } from '../flow/flow-state.ts'
import { clockIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { Step } from './step.ts'

const words = texts.linkEnded

/**
 * The link is expired or used, or its session is over.
 *
 * @fires flow - `leaveAsked`
 */
@customElement('link-ended')
export class LinkEndedStep extends Step<LinkEnded> {
  /** The app's name, where it is known. */
  @property() app = ''

  protected override render() {
    const [title, lead] = this.sentences()
    return html`
      <div class="body">
        <div class="sign wait">${clockIcon}</div>
        <div class="hero"><h1 tabindex="-1" class="long">${title}</h1><p class="lead">${lead}</p></div>
      </div>
      <footer><button class="button" @click=${() => this.send({ type: 'leaveAsked' })}>${texts.common.close}</button></footer>
    `
  }

  private sentences(): [string, string] {
    const app = this.app === '' ? words.theApp : this.app
    const { reason, transferId } = this.flow
    if (reason === 'linkExpired') return [words.expiredTitle, words.expired(app)]
    if (reason === 'unavailable') return [words.unavailableTitle, words.unavailable]
    return [words.sessionTitle, transferId === null ? words.session(app) : words.sessionPending(app)]
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'link-ended': LinkEndedStep
  }
}
