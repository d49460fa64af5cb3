// The screens by the state that they show. To add one: write its file, add its entry here, and its transitions in flow/.

import { html, type TemplateResult } from 'lit'
import type { At, FlowState, StateAt } from '../flow/flow-state.ts'

/** `left` and `opening` are shown by the flow's element (transfer-flow.ts); `leaving` is a dialog above a screen. */
export type ScreenAt = Exclude<At, 'left' | 'opening' | 'leaving'>

interface ScreenEntry<A extends At> {
  /** The step that the header shows, of five. */
  step?: number
  /** Loads and defines the screen's element. */
  load: () => Promise<unknown>
  view: (state: StateAt<A>) => TemplateResult
  /** The screens that are likely next, loaded in advance. */
  next?: ScreenAt[]
}

const screens: { [A in ScreenAt]: ScreenEntry<A> } = {
  'link-ended': {
    load: () => import('./link-ended.ts'),
    view: (state) => html`<link-ended-screen .state=${state}></link-ended-screen>`,
  },
  'pending-transfer': {
    load: () => import('./pending-transfer.ts'),
    view: (state) => html`<pending-transfer-screen .state=${state}></pending-transfer-screen>`,
    next: ['choose-account', 'track-transfer'],
  },
  'choose-account': {
    step: 1,
    load: () => import('./choose-account.ts'),
    view: (state) => html`<choose-account-screen .state=${state}></choose-account-screen>`,
    next: ['sign-in', 'enter-code', 'choose-asset'],
  },
  'sign-in': {
    step: 2,
    load: () => import('./sign-in.ts'),
    view: (state) => html`<sign-in-screen .state=${state}></sign-in-screen>`,
    next: ['enter-code', 'choose-asset', 'enter-amount'],
  },
  'enter-code': {
    step: 2,
    load: () => import('./enter-code.ts'),
    view: (state) => html`<enter-code-screen .state=${state}></enter-code-screen>`,
    next: ['choose-asset', 'enter-amount'],
  },
  'hand-off': {
    step: 2,
    load: () => import('./hand-off.ts'),
    view: (state) => html`<hand-off-screen .state=${state}></hand-off-screen>`,
    next: ['choose-asset', 'enter-amount'],
  },
  'pick-account': {
    step: 2,
    load: () => import('./pick-account.ts'),
    view: (state) => html`<pick-account-screen .state=${state}></pick-account-screen>`,
    next: ['choose-asset', 'enter-amount'],
  },
  'account-connected': {
    load: () => import('./account-connected.ts'),
    view: (state) => html`<account-connected-screen .state=${state}></account-connected-screen>`,
  },
  'sign-in-ended': {
    step: 2,
    load: () => import('./sign-in-ended.ts'),
    view: (state) => html`<sign-in-ended-screen .state=${state}></sign-in-ended-screen>`,
    next: ['sign-in'],
  },
  'choose-asset': {
    step: 3,
    load: () => import('./choose-asset.ts'),
    view: (state) => html`<choose-asset-screen .state=${state}></choose-asset-screen>`,
    next: ['enter-amount', 'review-transfer'],
  },
  'no-eligible-assets': {
    step: 3,
    load: () => import('./no-eligible-assets.ts'),
    view: (state) => html`<no-eligible-assets-screen .state=${state}></no-eligible-assets-screen>`,
  },
  'enter-amount': {
    step: 4,
    load: () => import('./enter-amount.ts'),
    view: (state) => html`<enter-amount-screen .state=${state}></enter-amount-screen>`,
    next: ['review-transfer'],
  },
  'review-transfer': {
    step: 5,
    load: () => import('./review-transfer.ts'),
    view: (state) => html`<review-transfer-screen .state=${state}></review-transfer-screen>`,
    next: ['transfer-code', 'track-transfer', 'transfer-receipt'],
  },
  'transfer-code': {
    step: 5,
    load: () => import('./enter-code.ts'),
    view: (state) => html`<enter-code-screen .state=${state}></enter-code-screen>`,
    next: ['track-transfer'],
  },
  'confirm-elsewhere': {
    step: 5,
    load: () => import('./confirm-elsewhere.ts'),
    view: (state) => html`<confirm-elsewhere-screen .state=${state}></confirm-elsewhere-screen>`,
    next: ['track-transfer'],
  },
  'extra-data': {
    step: 5,
    load: () => import('./extra-data.ts'),
    view: (state) => html`<extra-data-screen .state=${state}></extra-data-screen>`,
    next: ['track-transfer'],
  },
  'choose-wallet': {
    step: 1,
    load: () => import('./choose-wallet.ts'),
    view: (state) => html`<choose-wallet-screen .state=${state}></choose-wallet-screen>`,
    next: ['connect-wallet', 'payment-amount'],
  },
  'connect-wallet': {
    step: 2,
    load: () => import('./connect-wallet.ts'),
    view: (state) => html`<connect-wallet-screen .state=${state}></connect-wallet-screen>`,
    next: ['choose-asset', 'other-account', 'confirm-in-wallet', 'prove-wallet'],
  },
  'other-account': {
    step: 2,
    load: () => import('./other-account.ts'),
    view: (state) => html`<other-account-screen .state=${state}></other-account-screen>`,
  },
  'prove-wallet': {
    step: 5,
    load: () => import('./prove-wallet.ts'),
    view: (state) => html`<prove-wallet-screen .state=${state}></prove-wallet-screen>`,
    next: ['confirm-in-wallet'],
  },
  'confirm-in-wallet': {
    step: 5,
    load: () => import('./confirm-in-wallet.ts'),
    view: (state) => html`<confirm-in-wallet-screen .state=${state}></confirm-in-wallet-screen>`,
    next: ['track-transfer', 'transfer-receipt'],
  },
  'choose-payment': {
    step: 3,
    load: () => import('./choose-payment.ts'),
    view: (state) => html`<choose-payment-screen .state=${state}></choose-payment-screen>`,
    next: ['payment-amount'],
  },
  'payment-amount': {
    step: 4,
    load: () => import('./payment-amount.ts'),
    view: (state) => html`<payment-amount-screen .state=${state}></payment-amount-screen>`,
    next: ['pay-by-link'],
  },
  'pay-by-link': {
    step: 5,
    load: () => import('./pay-by-link.ts'),
    view: (state) => html`<pay-by-link-screen .state=${state}></pay-by-link-screen>`,
    next: ['track-transfer', 'transfer-receipt'],
  },
  'on-full-page': {
    step: 5,
    load: () => import('./on-full-page.ts'),
    view: (state) => html`<on-full-page-screen .state=${state}></on-full-page-screen>`,
    next: ['track-transfer', 'transfer-receipt'],
  },
  'track-transfer': {
    step: 5,
    load: () => import('./track-transfer.ts'),
    view: (state) => html`<track-transfer-screen .state=${state}></track-transfer-screen>`,
    next: ['transfer-receipt', 'transfer-failed', 'transfer-waiting'],
  },
  'transfer-waiting': {
    step: 5,
    load: () => import('./transfer-waiting.ts'),
    view: (state) => html`<transfer-waiting-screen .state=${state}></transfer-waiting-screen>`,
    next: ['track-transfer'],
  },
  'transfer-receipt': {
    step: 5,
    load: () => import('./transfer-receipt.ts'),
    view: (state) => html`<transfer-receipt-screen .state=${state}></transfer-receipt-screen>`,
  },
  'transfer-failed': {
    step: 5,
    load: () => import('./transfer-failed.ts'),
    view: (state) => html`<transfer-failed-screen .state=${state}></transfer-failed-screen>`,
  },
  'show-problem': {
    load: () => import('./show-problem.ts'),
    view: (state) => html`<show-problem-screen .state=${state}></show-problem-screen>`,
  },
}

export const stepTotal = 5

/** The number of the step that a state belongs to. Null if it has none: a link that only connects has no steps. */
export function stepOf(state: FlowState): number | null {
  if (state.at === 'opening' || state.at === 'left') return null
  if (state.at === 'leaving') return stepOf(state.from)
  if (state.at === 'show-problem') return stepOf(state.retry)
  if ('context' in state && !state.context.session.transfersEnabled) return null
  return screens[state.at].step ?? null
}

const loaded = new Set<ScreenAt>()

export function isScreenLoaded(at: ScreenAt): boolean {
  return loaded.has(at)
}

export async function loadScreen(at: ScreenAt): Promise<void> {
  await screens[at].load()
  loaded.add(at)
}

/** Loads the screens that are likely after this one. A screen that fails to load here is loaded again when it is shown. */
export function preloadNext(at: ScreenAt) {
  for (const next of screens[at].next ?? []) loadScreen(next).catch(() => {})
}

/** The element that shows the state. Its screen has to be loaded. */
export function screenOf(state: Extract<FlowState, { at: ScreenAt }>): TemplateResult {
  return (screens[state.at].view as (state: FlowState) => TemplateResult)(state)
}
