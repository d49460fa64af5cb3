// The screens by the state they show. Those that most transfers never show are added when they are needed.

import { type CSSResult, html } from 'lit'
import type { At, FlowState, StateAt } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { chooseAccount } from './choose-account.ts'
import type { Screen } from './screen.ts'

type Screens = { [A in At]?: (flow: StateAt<A>, screen: Screen) => unknown }

const wheel = () =>
  html`<div class="still" role="status"><div class="wheel"></div><h1>${texts.opening.title}</h1></div>`

const screens: Screens = {
  opening: wheel,
  left: () => html`<div class="still" role="status"><h1>${texts.left.title}</h1>${texts.left.lead}</div>`,
  'choose-account': chooseAccount,
}

/** Styles beyond those of the first screen. */
export const addedStyles: CSSResult[] = []

export function addScreens(more: Screens, styles?: CSSResult) {
  Object.assign(screens, more)
  if (styles) addedStyles.push(styles)
}

export function hasScreen(at: At): boolean {
  return at in screens
}

export function drawScreen(flow: FlowState, screen: Screen): unknown {
  return ((screens[flow.at] ?? wheel) as (flow: FlowState, screen: Screen) => unknown)(flow, screen)
}
