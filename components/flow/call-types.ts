// A call makes a state's request to the server or a wallet, and returns the response as an event of the flow.

import type { FlowEvent } from './flow-event.ts'
import type { FlowRequest } from './flow-request.ts'
import type { LinkApi } from './link-api.ts'

export interface CallDeps {
  api: LinkApi
  dispatch: (event: FlowEvent) => void
  /** Milliseconds on a clock that never jumps. */
  now: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** The name of a wallet without one, in the user's language. */
  unnamedWallet: string
}

type RequestOf<Call extends FlowRequest['call']> = Extract<FlowRequest, { call: Call }>

export type Calls = {
  [Call in FlowRequest['call']]: (request: RequestOf<Call>, deps: CallDeps, signal: AbortSignal) => Promise<FlowEvent>
}
