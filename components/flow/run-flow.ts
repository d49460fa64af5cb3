// The flow at work: keeps the state, has its calls made, and says what the site is told.

import type { FrameMessage } from '../link-messages.ts'
import { announce } from './announce.ts'
import { createEffects } from './effects.ts'
import { advance, canGoBack } from './flow.ts'
import type { FlowEvent } from './flow-event.ts'
import type { Ask, FlowState, Left } from './flow-state.ts'
import { keepPlace, recallPlace } from './kept-place.ts'
import type { Integration, Problem, Session } from './link-answers.ts'
import type { LinkApi } from './link-api.ts'
import { readRecent, rememberRecent } from './recent-integrations.ts'

/** A redeemed link, or why there is none. */
export type OpenedLink = { session: Session; api: LinkApi } | { problem: Problem }

/** Who shows the flow. */
export interface Stage {
  show(state: FlowState, canGoBack: boolean): void
  showOffline(offline: boolean): void
  /** An answer takes long. */
  showSlow(slow: boolean): void
  tell(message: FrameMessage): void
  leave(callback: Left['callback']): void
}

export interface FlowRun {
  dispatch(event: FlowEvent): void
  /** Ends every call that is under way. */
  stop(): void
}

/** How long an answer may take before that is said. */
const patienceMs = 6000

/** `integrations` are those that the first screen shows already. */
export function runFlow(link: OpenedLink, stage: Stage, integrations: Integration[] | null = null): FlowRun {
  let state: FlowState = { at: 'opening', asking: null }
  let patience: ReturnType<typeof setTimeout> | undefined
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
    keepPlace(after)
    if (after.asking !== before.asking) expectAnswer(after.asking)
    if (event.type === 'connectionAnswered' && event.connection.state === 'connected' && 'known' in before)
      rememberRecent(before.known.integration?.type ?? '')
    if (after.at === 'left' && before.at !== 'left') stage.leave(after.callback)
  }

  /** What is asked again and again has a screen of its own that says so. */
  function expectAnswer(asking: Ask | null) {
    clearTimeout(patience)
    stage.showSlow(false)
    if (asking !== null && !/^(follow|watch)/.test(asking.call))
      patience = setTimeout(() => stage.showSlow(true), patienceMs)
  }

  dispatch(
    'problem' in link
      ? { type: 'linkRefused', problem: link.problem }
      : {
          type: 'sessionOpened',
          session: link.session,
          recent: readRecent(),
          integrations,
          place: recallPlace(link.session.linkId),
        },
  )
  const stop = () => {
    runEffects({ at: 'opening', asking: null })
    expectAnswer(null)
  }
  return { dispatch, stop }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, over)
    // What waits for the connection goes on as soon as it is back.
    addEventListener('online', end, over)
  })
}
