import { html } from 'lit'
import type { FlowState } from '../flow/flow-state.ts'
import type { SendGuard } from '../flow/send-guard.ts'
import './flow-step.ts'

/** The screen for a state. */
export function renderStep(flow: FlowState, app: string, guard: SendGuard | null): unknown {
  return html`<flow-step .flow=${flow} .app=${app} .guard=${guard}></flow-step>`
}
