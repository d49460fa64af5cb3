import { html, nothing } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { ShowProblem } from '../flow/flow-state.ts'
import '../parts/copy-button.ts'
import { alertIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { Step } from './step.ts'

const words = texts.problem

/**
 * Something failed that can be tried again: what, where the money is, what next.
 *
 * @fires flow - `retried`
 * @fires flow - `leaveAsked`
 */
@customElement('show-problem')
export class ShowProblemStep extends Step<ShowProblem> {
  protected override render() {
    const { problem, retry } = this.flow
    const hasTransfer = retry.at === 'track-transfer' || retry.at === 'transfer-waiting'
    return html`
      <div class="body">
        <div class="sign bad">${alertIcon}</div>
        <div class="hero"><h1 tabindex="-1" class="long">${words.title}</h1><p class="lead" role="alert">${problem.message}</p></div>
        <dl class="box">
          <div class="wide"><dt>${texts.failed.money}</dt><dd>${hasTransfer ? words.goesOn : words.nothingSent}</dd></div>
          ${
            problem.requestId
              ? html`<div><dt>${texts.common.requestId}</dt><dd><span class="mono">${problem.requestId}</span>
                <copy-button .text=${problem.requestId} .what=${texts.common.requestId}></copy-button></dd></div>`
              : nothing
          }
        </dl>
      </div>
      <footer>
        <button class="button" @click=${() => this.send({ type: 'retried' })}>${texts.common.retry}</button>
        ${
          hasTransfer
            ? html`<button class="button quiet" @click=${() => this.send({ type: 'leaveAsked' })}>${texts.common.close}</button>`
            : html`<button class="button quiet" @click=${() => this.send({ type: 'otherAccountAsked' })}>${texts.common.anotherAccount}</button>`
        }
      </footer>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'show-problem': ShowProblemStep
  }
}
