// The body of a webhook in the format `mesh`: the published body of a comparable service.

import * as z from 'zod'
import { exampleAddress, Id, NumberAmount } from './values.ts'

export const MeshTransferEvent = z
  .object({
    Id: Id.describe('The same on every attempt and replay.'),
    EventId: Id.describe('The same on every attempt and replay.'),
    SentTimestamp: z.int().describe('The time of the event, in seconds since 1970.'),
    UserId: z.string().describe('The client’s own identifier for the user.'),
    TransactionId: z.string().describe('The client’s own reference. Empty without one.'),
    TransferId: Id,
    TransferStatus: z.enum(['Pending', 'Succeeded', 'Failed']),
    TxHash: z.string().describe('Empty until there is a transaction.'),
    Chain: z.string(),
    Token: z.string(),
    DestinationAddress: z.string(),
    SourceAccountProvider: z.string().describe('The name of the exchange or wallet.'),
    SourceAmount: NumberAmount.describe('With the fees that are paid in the same token.'),
    DestinationAmount: NumberAmount.describe('What arrives.'),
    Timestamp: z.int().describe('The time of the event, in milliseconds since 1970.'),
  })
  .meta({ id: 'MeshTransferEvent', description: 'Sent to endpoints with the format `mesh`.' })

type MeshTransferStatus = z.infer<typeof MeshTransferEvent>['TransferStatus']

/** By the type of the event. The format has no other events. */
export const meshStatuses: ReadonlyMap<string, MeshTransferStatus> = new Map([
  ['transfer.pending', 'Pending'],
  ['transfer.succeeded', 'Succeeded'],
  ['transfer.failed', 'Failed'],
])

export function meshExample(TransferStatus: MeshTransferStatus): z.input<typeof MeshTransferEvent> {
  return {
    Id: '0b7e1f52-6c3d-5a4e-9f80-1a2b3c4d5e6f',
    EventId: '5c9d2a17-8e4f-5b06-a1c3-7d8e9fa0b1c2',
    SentTimestamp: 1_795_183_324,
    UserId: 'user-1',
    TransactionId: 'order-7',
    TransferId: 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41',
    TransferStatus,
    TxHash: TransferStatus === 'Succeeded' ? `0x${'4f'.repeat(32)}` : '',
    Chain: 'Base',
    Token: 'USDC',
    DestinationAddress: exampleAddress,
    SourceAccountProvider: 'Sandbox Exchange',
    SourceAmount: 25.1,
    DestinationAmount: 25,
    Timestamp: 1_795_183_324_250,
  }
}
