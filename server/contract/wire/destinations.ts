// The addresses that may receive, as a request gives them.

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
      .describe('Memo or destination tag, where the network has one. Additive. Part of the destination’s identity.'),
  })
  .meta({
    id: 'DestinationEntry',
    description: 'One place that assets may go to. Unknown fields are refused: a mistyped tag would lose money.',
  })

// The number of entries is for readDestinations to judge, so that a wrong one has an error of its own.
export const ToAddresses = z.array(DestinationEntry).nullable().optional().describe('1 to 100 different destinations.')

export const destinationExample = { NetworkId: baseId, Symbol: 'USDC', Address: exampleAddress }
