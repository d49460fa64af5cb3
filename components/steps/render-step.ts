import { html } from 'lit'
import type { FlowState } from '../flow/flow-state.ts'
import './flow-step.ts'

/** The screen for a state. */
export function renderStep(flow: FlowState, app: string): unknown {
  return html`<flow-step .flow=${flow} .app=${app}></flow-step>`
}
