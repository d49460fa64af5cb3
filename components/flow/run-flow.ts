// Runs the flow: keeps its state, has its requests made, and emits the public events.

import type { FrameMessage } from '../protocol/link-messages.ts'
import { callTraits, mayHaveSentMoney } from './call-traits.ts'
import { createEffects } from './effects.ts'
import { advance, canGoBack } from './flow.ts'
import type { ResumeState } from './flow-context.ts'
import type { FlowEvent } from './flow-event.ts'
import type { FlowRequest } from './flow-request.ts'
import type { FlowState, Left } from './flow-state.ts'
import type { LinkApi } from './link-api.ts'
import type { Integration, Problem, Session } from './link-responses.ts'
import { openFullPage } from './open-full-page.ts'
import { readRecent, rememberRecent } from './recent-integrations.ts'
import { clearResumeState, loadResumeState, saveResumeState } from './resume-state.ts'
import { siteEvents } from './site-events.ts'

/** A redeemed link, or why there is none. */
export type OpenedLink = { session: Session; api: LinkApi } | { problem: Problem }

/** The element that shows the flow. */
export interface FlowView {
  show(state: FlowState, canGoBack: boolean): void
  /** Whether an action of the user may send money now. */
  maySend(): boolean
  showOffline(offline: boolean): void
  /** A response is slow. */
  showSlow(slow: boolean): void
  emit(message: FrameMessage): void
  leave(callback: Left['callback']): void
}

export interface FlowOptions {
  /** The list that the first screen already shows. */
  integrations?: Integration[] | null | undefined
  /** The name of a wallet without one, in the user's language. */
  unnamedWallet: string
}

export interface FlowRun {
  /** An action of the user, or a message of the site. Neither sends money that was not visible before. */
  dispatch(event: FlowEvent): void
  /** Aborts all calls. */
  stop(): void
  /** Aborts all calls and ends the session: the user has left. */
  end(): void
}

/** After this time the view shows that a response is slow. */
const slowAfterMs = 6000

const opening: FlowState = { at: 'opening', pending: null }

export function runFlow(
  link: OpenedLink,
  view: FlowView,
  { integrations = null, unnamedWallet }: FlowOptions,
): FlowRun {
  let state: FlowState = opening
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  /** Events from outside the flow, not from its own calls. */
  const userActions = new WeakSet<FlowEvent>()
  const runEffects =
    'api' in link
      ? createEffects({
          api: link.api,
          dispatch,
          showOffline: view.showOffline,
          now: () => performance.now(),
          wait,
          unnamedWallet,
        })
      : () => {}

  function dispatch(event: FlowEvent) {
    const before = state
    const after = advance(before, event)
    if (after === before) return
    const isOrder = after.pending !== before.pending && mayHaveSentMoney(after.pending)
    if (isOrder && userActions.has(event) && !view.maySend()) return
    state = after
    view.show(after, canGoBack(after))
    for (const message of siteEvents(before, event, after)) view.emit(message)
    runEffects(after)
    saveResumeState(after)
    if (after.pending !== before.pending) expectResponse(after.pending)
    if (event.type === 'connectionAnswered' && event.connection.state === 'connected' && 'context' in before)
      rememberRecent(before.context.integration?.type ?? '')
    if (after.at !== 'left' || before.at === 'left') return
    end()
    view.leave(after.callback)
  }

  /** Polled calls and those that wait for the user in a wallet have screens that show the wait. */
  function expectResponse(pending: FlowRequest | null) {
    clearTimeout(slowTimer)
    view.showSlow(false)
    if (pending === null) return
    const { polled, waitsForUser } = callTraits[pending.call]
    if (!polled && !waitsForUser) slowTimer = setTimeout(() => view.showSlow(true), slowAfterMs)
  }

  function stop() {
    runEffects(opening)
    expectResponse(null)
  }

  function end() {
    stop()
    if (!('api' in link)) return
    link.api.end()
    clearResumeState(link.session.linkId)
  }

  dispatch(
    'problem' in link
      ? { type: 'linkRefused', problem: link.problem }
      : {
          type: 'sessionOpened',
          session: link.session,
          recent: readRecent(),
          integrations,
          resumeState: resumeStateOf(link.session),
        },
  )
  const act = (event: FlowEvent) => {
    // The session moves to the full page once that page is open.
    if (event.type === 'fullPageRequested' && 'api' in link)
      return void openFullPage(link.api, state).then((opened) => opened && dispatch(opened))
    userActions.add(event)
    dispatch(event)
  }
  return { dispatch: act, stop, end }
}

function resumeStateOf({ linkId, continued }: Session): ResumeState {
  if (continued) return { choice: continued }
  const resumeState = loadResumeState(linkId)
  // A code has opened this page. The browser may have copied the storage of the page that opened it.
  return continued === undefined ? resumeState : { ...resumeState, followed: undefined }
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
    // Waiting calls continue as soon as the connection is back.
    addEventListener('online', end, over)
  })
}
