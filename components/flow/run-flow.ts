// The flow at work: keeps the state, has its calls made, and says what the site is told.

import type { FrameMessage } from '../link-messages.ts'
import { announce } from './announce.ts'
import { createEffects } from './effects.ts'
import { advance, canGoBack } from './flow.ts'
import type { FlowEvent } from './flow-event.ts'
import type { FlowState, Left } from './flow-state.ts'
import type { Integration, Problem, Session } from './link-answers.ts'
import type { LinkApi } from './link-api.ts'
import { readRecent, rememberRecent } from './recent-integrations.ts'

/** A redeemed link, or why there is none. */
export type OpenedLink = { session: Session; api: LinkApi } | { problem: Problem }

/** Who shows the flow. */
export interface Stage {
  show(state: FlowState, canGoBack: boolean): void
  showOffline(offline: boolean): void
  tell(message: FrameMessage): void
  leave(callback: Left['callback']): void
}

export interface FlowRun {
  dispatch(event: FlowEvent): void
  /** Ends every call that is under way. */
  stop(): void
}

/** `integrations` are those that the first screen shows already. */
export function runFlow(link: OpenedLink, stage: Stage, integrations: Integration[] | null = null): FlowRun {
  let state: FlowState = { at: 'opening', asking: null }
  const runEffects =
    'api' in link
      ? createEffects({
          api: link.api,
          dispatch,
          showOffline: stage.showOffline,
          now: () => performance.now(),
          wait,
        })
      : () => {}

  function dispatch(event: FlowEvent) {
    const before = state
    const after = advance(before, event)
    if (after === before) return
    state = after
    stage.show(after, canGoBack(after.at === 'leaving' ? after.from : after))
    for (const message of announce(before, event, after)) stage.tell(message)
    runEffects(after)
    if (event.type === 'connectionAnswered' && event.connection.state === 'connected' && 'known' in before)
      rememberRecent(before.known.integration?.type ?? '')
    if (after.at === 'left' && before.at !== 'left') stage.leave(after.callback)
  }

  dispatch(
    'problem' in link
      ? { type: 'linkRefused', problem: link.problem }
      : { type: 'sessionOpened', session: link.session, recent: readRecent(), integrations },
  )
  return { dispatch, stop: () => runEffects({ at: 'opening', asking: null }) }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
