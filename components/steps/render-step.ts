import { html } from 'lit'
import type { FlowState } from '../flow/flow-state.ts'
import './account-connected.ts'
import './choose-account.ts'
import './choose-asset.ts'
import './confirm-elsewhere.ts'
import './enter-amount.ts'
import './enter-code.ts'
import './hand-off.ts'
import './link-ended.ts'
import './no-eligible-assets.ts'
import './pending-transfer.ts'
import './pick-account.ts'
import './review-transfer.ts'
import './show-problem.ts'
import './sign-in.ts'
import './sign-in-ended.ts'
import './track-transfer.ts'
import './transfer-failed.ts'
import './transfer-receipt.ts'
import './transfer-waiting.ts'
import { texts } from '../texts/texts.ts'

/** The screen for a state. */
export function renderStep(flow: FlowState, app: string): unknown {
  switch (flow.at) {
    case 'opening':
      return html`<div class="still" role="status"><div class="wheel"></div>${texts.opening.title}</div>`
    case 'link-ended':
      return html`<link-ended .flow=${flow} .app=${app}></link-ended>`
    case 'pending-transfer':
      return html`<pending-transfer .flow=${flow}></pending-transfer>`
    case 'choose-account':
      return html`<choose-account .flow=${flow}></choose-account>`
    case 'sign-in':
      return html`<sign-in .flow=${flow}></sign-in>`
    case 'enter-code':
      return html`<enter-code .flow=${flow}></enter-code>`
    case 'transfer-code':
      return html`<enter-code data-for="transfer" .flow=${flow}></enter-code>`
    case 'hand-off':
      return html`<hand-off .flow=${flow}></hand-off>`
    case 'pick-account':
      return html`<pick-account .flow=${flow}></pick-account>`
    case 'account-connected':
      return html`<account-connected .flow=${flow}></account-connected>`
    case 'sign-in-ended':
      return html`<sign-in-ended .flow=${flow}></sign-in-ended>`
    case 'choose-asset':
      return html`<choose-asset .flow=${flow}></choose-asset>`
    case 'no-eligible-assets':
      return html`<no-eligible-assets .flow=${flow}></no-eligible-assets>`
    case 'enter-amount':
      return html`<enter-amount .flow=${flow}></enter-amount>`
    case 'review-transfer':
      return html`<review-transfer .flow=${flow}></review-transfer>`
    case 'confirm-elsewhere':
      return html`<confirm-elsewhere .flow=${flow}></confirm-elsewhere>`
    case 'track-transfer':
      return html`<track-transfer .flow=${flow}></track-transfer>`
    case 'transfer-waiting':
      return html`<transfer-waiting .flow=${flow}></transfer-waiting>`
    case 'transfer-receipt':
      return html`<transfer-receipt .flow=${flow}></transfer-receipt>`
    case 'transfer-failed':
      return html`<transfer-failed .flow=${flow}></transfer-failed>`
    case 'show-problem':
      return html`<show-problem .flow=${flow}></show-problem>`
    case 'leaving':
      return renderStep(flow.from, app)
    case 'left':
      return html`<div class="still" role="status"><b>${texts.left.title}</b>${texts.left.lead}</div>`
  }
}
