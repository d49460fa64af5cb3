// What operators do with webhook endpoints.

import { reasonOnly } from '../contract/console/clients.ts'
import { type Replayed, replayRequest, type SentTestEvent } from '../contract/console/webhooks.ts'
import { type Replay, replayFacts, sendTestEvent, setEndpointState } from '../webhooks/change-webhooks.ts'
import { replayDelivery, replayFailed, replaySince } from '../webhooks/replay.ts'
import { testsPerMinute } from '../webhooks/send-test.ts'
import { actionEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { requireWebhook } from './webhook-endpoints.ts'

const byOperator = { method: 'POST', role: 'operator', recentSignIn: false } as const

export const pauseWebhook = stateAction('paused', '/api/webhooks/:id/pause')
export const resumeWebhook = stateAction('on', '/api/webhooks/:id/resume')

function stateAction(state: 'on' | 'paused', path: string) {
  return actionEndpoint({
    ...byOperator,
    path,
    body: reasonOnly,
    async act({ deps, params }, record) {
      const { id, clientId } = await requireWebhook(deps, params.id)
      if (!(await setEndpointState(deps, record, { id, clientId, state }))) throw new ConsoleError('notFound')
      return {}
    },
  })
}

export const testWebhook = actionEndpoint({
  ...byOperator,
  path: '/api/webhooks/:id/test',
  body: reasonOnly,
  async act({ deps, params }, record) {
    const { id, clientId } = await requireWebhook(deps, params.id)
    const eventId = deps.newId()
    const sent = await sendTestEvent(deps, record, { id, clientId, eventId })
    if (sent === undefined) throw new ConsoleError('notFound')
    if (sent.waitSeconds > 0) {
      const message = `An endpoint gets at most ${testsPerMinute} tests in a minute. Try again in ${sent.waitSeconds} seconds.`
      throw new ConsoleError('conflict', { message })
    }
    const test: SentTestEvent = { deliveryId: eventId }
    return test
  },
})

/** One delivery in the transaction of the audit entry. Larger replays follow it in pieces. */
export const replayWebhook = actionEndpoint({
  ...byOperator,
  path: '/api/webhooks/:id/replay',
  body: replayRequest,
  async act({ deps, params, input }, record) {
    const endpoint = await requireWebhook(deps, params.id)
    const replay = replayOf(input)
    record({ action: 'webhook.replay', target: endpoint.id, before: null, after: replayFacts(replay) })
    if (replay.kind === 'delivery') {
      const delivery = { deliveryId: replay.deliveryId, now: deps.now() }
      if (!(await replayDelivery(deps.database, endpoint, delivery)))
        throw new ConsoleError('notFound', { message: 'The endpoint has no such delivery.' })
    }
    return {}
  },
  async follow({ deps, params, input }) {
    const replay = replayOf(input)
    const replayed: Replayed = { replayed: 1 }
    if (replay.kind === 'delivery') return replayed
    const endpoint = await requireWebhook(deps, params.id)
    const { now } = deps
    replayed.replayed =
      replay.kind === 'since'
        ? await replaySince(deps.database, endpoint, { since: replay.since, now })
        : await replayFailed(deps.database, endpoint, { now })
    return replayed
  },
})

function replayOf({
  deliveryId,
  since,
}: {
  deliveryId?: string | undefined
  since?: string | undefined
  failed?: true | undefined
}): Replay {
  if (deliveryId !== undefined) return { kind: 'delivery', deliveryId: deliveryId.toLowerCase() }
  return since === undefined ? { kind: 'failed' } : { kind: 'since', since: new Date(since) }
}
