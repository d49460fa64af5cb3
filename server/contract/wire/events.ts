// The events of a client: the bodies of webhooks, and the entries of the event list.

import * as z from 'zod'
import type { EventType } from '../event-types.ts'
import { DetailedTransfer, detailedExample } from './transfers.ts'
import { Id, Time } from './values.ts'

const TransferEventData = DetailedTransfer.extend({
  sequence: z
    .int()
    .describe('The number of the timeline’s event. Later events of a transfer have higher numbers, with gaps.'),
  eventHash: z.string().describe('The hash of the timeline’s event.'),
}).meta({ id: 'TransferEventData', description: 'The transfer as of the event.' })

const AccountEventData = z
  .object({
    accountId: Id,
    userId: z.string().describe('The client’s own identifier for the user.'),
    type: z.string().describe('Exchange integration identifier.'),
    name: z.string(),
  })
  .meta({ id: 'AccountEventData' })

const EndpointEventData = z
  .object({
    // Without its URL, which may contain a secret of another receiver.
    endpointId: Id,
    reason: z
      .enum(['gone', 'failing'])
      .describe('`gone`: the receiver returned 410. `failing`: no success for 5 days.'),
  })
  .meta({ id: 'EndpointEventData' })

const TestEventData = z.object({ endpointId: Id }).meta({ id: 'TestEventData' })

function eventOf<const Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    id: Id.describe('Also the `webhook-id`. It is the same on every attempt and replay.'),
    type: z.literal(type),
    timestamp: Time,
    data,
  })
}

/** The body of each type. */
export const eventBodies = {
  'transfer.pending': eventOf('transfer.pending', TransferEventData).meta({ id: 'TransferPendingEvent' }),
  'transfer.succeeded': eventOf('transfer.succeeded', TransferEventData).meta({ id: 'TransferSucceededEvent' }),
  'transfer.failed': eventOf('transfer.failed', TransferEventData).meta({ id: 'TransferFailedEvent' }),
  'transfer.attention': eventOf('transfer.attention', TransferEventData).meta({ id: 'TransferAttentionEvent' }),
  'account.connected': eventOf('account.connected', AccountEventData).meta({ id: 'AccountConnectedEvent' }),
  'account.ended': eventOf('account.ended', AccountEventData).meta({ id: 'AccountEndedEvent' }),
  'endpoint.disabled': eventOf('endpoint.disabled', EndpointEventData).meta({ id: 'EndpointDisabledEvent' }),
  test: eventOf('test', TestEventData).meta({ id: 'TestEvent' }),
} satisfies Record<EventType, z.ZodType>

export const EventPage = z.object({
  events: z
    .array(
      z.union([
        eventBodies['transfer.pending'],
        eventBodies['transfer.succeeded'],
        eventBodies['transfer.failed'],
        eventBodies['transfer.attention'],
        eventBodies['account.connected'],
        eventBodies['account.ended'],
        eventBodies['endpoint.disabled'],
        eventBodies.test,
      ]),
    )
    .describe('Oldest first. With `types`, a page may have fewer than `limit`, or none, although later ones follow.'),
  next: z
    .string()
    .describe(
      'Pass it as `after` to read on. It equals `after` if there are no later events. It never skips an event.',
    ),
})

const hashes = [
  '7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a',
  'b1e2f2c0f4e56d0a2f0a0c7cf4c1d9d8a2c4b6e80f1133557799bbddff002244',
  '0c9d2f4b8e6a1357f0b2d4c6e8a0192b3d5f7a9c1e3052748697a8b9cadbecfd',
]

/** The data of an event that is the last entry of a timeline of these kinds. */
function transferData(kinds: readonly string[], fields: Partial<z.input<typeof TransferEventData>>) {
  const timeline = kinds.map((kind, index) => ({
    ...{ n: index + 1, at: `2026-11-20T14:02:0${2 * index}.000Z`, kind, detail: {} },
    ...{ previousHash: hashes[index - 1] ?? '', hash: hashes[index] ?? '' },
  }))
  const last = timeline.at(-1)
  const [updatedAt, sequence, eventHash] = [last?.at ?? '', last?.n ?? 0, last?.hash ?? '']
  return { ...detailedExample, ...fields, updatedAt, timeline, sequence, eventHash }
}
const noTransaction = { hash: '', explorerUrl: null, confirmations: 0 }
const message = 'Sandbox Exchange rejected the transfer.'
const accountEventData: z.input<typeof AccountEventData> = {
  accountId: '2f6f0c11-7c1d-4a53-9a0e-3f3b8a3f0f10',
  userId: 'user-1',
  type: 'sandbox',
  name: 'Sandbox Exchange',
}
const endpointId = '5a0d7c1e-7a7f-4e0b-9d8e-2c6f1b3a4d55'
const dataExamples = {
  'transfer.pending': transferData(['created', 'accepted'], {
    ...{ status: 'Pending', statusDetail: 'Pending', ...noTransaction },
  }),
  'transfer.succeeded': transferData(['created', 'accepted', 'succeeded'], {}),
  'transfer.failed': transferData(['created', 'accepted', 'rejected'], {
    ...{ status: 'Failed', statusDetail: 'Rejected', message, ...noTransaction },
  }),
  'transfer.attention': transferData(['created', 'unknown', 'attentionRequired'], {
    ...{ status: 'Pending', statusDetail: 'Unknown', ...noTransaction },
  }),
  'account.connected': accountEventData,
  'account.ended': accountEventData,
  'endpoint.disabled': { endpointId, reason: 'failing' },
  test: { endpointId },
} satisfies { [Type in EventType]: z.input<(typeof eventBodies)[Type]>['data'] }

/** The body of an example event. */
export function eventExample<Type extends EventType>(type: Type) {
  const id = '0d1f6c44-93f5-8b0c-8d56-7a4f3b2e1c90'
  return { id, type, timestamp: '2026-11-20T14:02:04.000Z', data: dataExamples[type] }
}
