// Turns what a state asks for into calls to the server, and their answers into events. Makes each call once per question.

import type { FlowEvent } from './flow-event.ts'
import type { Ask, FlowState } from './flow-state.ts'
import type { Problem } from './link-answers.ts'
import { type LinkApi, LinkRefusal } from './link-api.ts'
import { leadSignInWindow } from './sign-in-window.ts'

export interface Surroundings {
  api: LinkApi
  dispatch: (event: FlowEvent) => void
  /** Whether the server can be reached; said only when that changes. */
  showOffline: (offline: boolean) => void
  /** Milliseconds on a clock that never jumps. */
  now: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const lostConnection: Problem = {
  errorType: 'offline',
  message: 'The connection was lost. Check it and try again.',
  httpStatus: 0,
}

/** Returns a function to be called with every new state. */
export function createEffects(surroundings: Surroundings): (state: FlowState) => void {
  let asked: Ask | null = null
  let stop = new AbortController()
  return (state) => {
    if (state.asking === asked) return
    asked = state.asking
    stop.abort()
    stop = new AbortController()
    if (asked !== null) answer(asked, surroundings, stop.signal)
  }
}

async function answer(ask: Ask, surroundings: Surroundings, signal: AbortSignal) {
  const { dispatch } = surroundings
  try {
    if (ask.call === 'follow') await follow(ask.transferId, surroundings, signal)
    else if (ask.call === 'watch' || ask.call === 'watchExecute') await watch(ask, surroundings, signal)
    else {
      const event = await (isRepeatable(ask)
        ? keepTrying(() => call(ask, surroundings, signal), surroundings, signal)
        : call(ask, surroundings, signal))
      if (!signal.aborted) dispatch(event)
    }
  } catch (error) {
    if (signal.aborted) return
    dispatch({ type: 'callFailed', problem: error instanceof LinkRefusal ? error.problem : lostConnection })
  }
}

/** Calls that may be made twice: they read, or they carry what makes the second one the same as the first. */
function isRepeatable(ask: Ask): boolean {
  return ['integrations', 'holdings', 'account', 'preview', 'execute'].includes(ask.call)
}

async function call(
  ask: Exclude<Ask, { call: 'follow' }>,
  { api, now }: Surroundings,
  signal: AbortSignal,
): Promise<FlowEvent> {
  switch (ask.call) {
    case 'integrations':
      return { type: 'integrationsListed', integrations: await api.listIntegrations(signal) }
    case 'connect': {
      const connection = await api.connect(ask.type, ask.fields).catch((error: unknown) => {
        leadSignInWindow(undefined)
        throw error
      })
      leadSignInWindow(connection.redirectUrl)
      return { type: 'connectionAnswered', connection }
    }
    case 'code':
      return { type: 'connectionAnswered', connection: await api.enterCode(ask.connectionId, ask.code) }
    case 'resend':
      return { type: 'connectionAnswered', connection: await api.resendCode(ask.connectionId, ask.kind) }
    case 'watch':
      return { type: 'connectionAnswered', connection: await api.readConnection(ask.connectionId, signal) }
    case 'account':
      return { type: 'accountOpened', account: await api.openAccount(ask.accessToken, ask.brokerType) }
    case 'holdings':
      return { type: 'holdingsListed', ...(await api.listHoldings(ask.accountId, signal)) }
    case 'preview': {
      const { accountId, networkId, symbol, amount } = ask
      const askedAtMs = now()
      const preview = await api.preview({ accountId, networkId, symbol, amount })
      // Counted from the question: the quote is never shown as good for longer than the server says.
      return { type: 'previewed', preview, receivedAtMs: askedAtMs }
    }
    case 'execute':
    case 'watchExecute': {
      // The same previewId never makes a second transfer, therefore it may be repeated.
      const { call: _, ...order } = ask
      return { type: 'executed', answer: await api.execute(order) }
    }
    case 'resendExecute':
      return { type: 'executed', answer: await api.resendExecute(ask.previewId, ask.kind) }
  }
}

async function follow(transferId: string, surroundings: Surroundings, signal: AbortSignal) {
  const startedAtMs = surroundings.now()
  while (!signal.aborted) {
    const elapsedMs = surroundings.now() - startedAtMs
    await surroundings.wait(elapsedMs < 60_000 ? 1000 : Math.min(3000, elapsedMs / 60), signal)
    if (signal.aborted) return
    const transfer = await keepTrying(() => surroundings.api.readTransfer(transferId, signal), surroundings, signal)
    if (!signal.aborted) surroundings.dispatch({ type: 'transferSeen', transfer })
  }
}

/** Looks again and again whether the user has said yes elsewhere. */
async function watch(
  ask: Extract<Ask, { call: 'watch' | 'watchExecute' }>,
  surroundings: Surroundings,
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    await surroundings.wait(2500, signal)
    if (signal.aborted) return
    const event = await keepTrying(() => call(ask, surroundings, signal), surroundings, signal)
    if (!signal.aborted) surroundings.dispatch(event)
  }
}

/** Repeats a call while no answer arrives. A refusal is an answer; being asked to slow down is none. */
async function keepTrying<T>(attempt: () => Promise<T>, surroundings: Surroundings, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await attempt()
      surroundings.showOffline(false)
      return result
    } catch (error) {
      const isAnswer = error instanceof LinkRefusal && error.problem.httpStatus !== 429
      if (isAnswer || signal.aborted) {
        surroundings.showOffline(false)
        throw error
      }
      if (!(error instanceof LinkRefusal) && failures > 0) surroundings.showOffline(true)
      await surroundings.wait(Math.min(8000, 500 * 2 ** failures), signal)
      if (signal.aborted) throw error
    }
  }
}
