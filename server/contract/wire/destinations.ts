// The destination addresses of a request.

import * as z from 'zod'
import { text } from './request-text.ts'
import { baseId, exampleAddress } from './values.ts'

// Strict: a mistyped AddressTag would lose money.
export const DestinationEntry = z
  .strictObject({
    NetworkId: text(60).meta({ format: 'uuid', description: 'Id of a network.' }),
    Symbol: text(20).describe('Token symbol.'),
    Address: text(200).describe('Destination address on that network.'),
    AddressTag: text(100)
      .nullable()
      .optional()
      .describe('Memo or destination tag, if the network has one. Part of the destination’s identity. Additive.'),
  })
  .meta({
    id: 'DestinationEntry',
    description:
      'A place that can receive assets. Unknown fields are refused, because a mistyped tag would lose money.',
  })

// readDestinations checks the number of entries, so that it has its own error type.
export const ToAddresses = z.array(DestinationEntry).nullable().optional().describe('1 to 100 different destinations.')

export const destinationExample = { NetworkId: baseId, Symbol: 'USDC', Address: exampleAddress }
