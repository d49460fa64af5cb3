// GET /api/v1/transfers and GET /api/v1/transfers/{id} (additive)

import type { Hono } from 'hono'
import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../contract/endpoint.ts'
import { ApiError } from '../contract/errors.ts'
import { isUuid } from '../contract/ids.ts'
import { text } from '../contract/wire/request-text.ts'
import { RequestTime } from '../contract/wire/request-time.ts'
import { DetailedTransfer, detailedExample, pageExample, TransferPage } from '../contract/wire/transfers.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { readQuery } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import { ok } from '../http/responses.ts'
import { readCursor, writeCursor } from '../http/time-cursor.ts'
import { eventsOf } from '../transfers/timeline.ts'
import { clientTransfer, listTransfers, type TransferFilter } from '../transfers/transfer-list.ts'
import { detailedTransferToWire } from './detailed-transfer.ts'
import { PageLimit, pageLimitOf } from './page-limit.ts'
import type { RouteDeps } from './route-deps.ts'
import { transferToList } from './transfer-wire.ts'

const TransfersQuery = z.object({
  userId: text(300).optional().describe('Transfers of this user, by the client’s own identifier.'),
  linkId: text(60).optional().describe('Transfers of this link.'),
  transactionId: text(128).optional().describe('Transfers of links with this reference of the client.'),
  status: z.enum(['Pending', 'Succeeded', 'Failed']).optional().describe('Transfers with this status.'),
  from: RequestTime.optional().describe('Created at this time or later.'),
  to: RequestTime.optional().describe('Created before this time.'),
  limit: PageLimit,
  cursor: text(200).optional().describe('The nextCursor of the previous page.'),
})

export const listTransfersEndpoint = describeEndpoint({
  id: 'listTransfers',
  method: 'get',
  path: '/api/v1/transfers',
  tag: 'Reading',
  summary: 'List transfers',
  description: 'Transfers of this client, newest first, in pages. Additive.',
  security: 'client',
  query: TransfersQuery,
  responses: { 200: envelopeResponse('One page of transfers.', TransferPage, { example: pageExample }) },
  errors: [],
})

export const readTransferEndpoint = describeEndpoint({
  id: 'readTransfer',
  method: 'get',
  path: '/api/v1/transfers/:id',
  tag: 'Reading',
  summary: 'Read a transfer with its timeline',
  description: 'A transfer of another client is reported as not found. Additive.',
  security: 'client',
  params: { id: 'The transferId.' },
  responses: { 200: envelopeResponse('The transfer.', DetailedTransfer, { example: detailedExample }) },
  errors: ['transferNotFound'],
})

export function mountReadTransfers(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.get(listTransfersEndpoint.path, clientOnly(deps), async (context) => {
    const { limit: limitText, cursor, ...query } = readQuery(context, TransfersQuery)
    const limit = pageLimitOf(limitText)
    const filter: TransferFilter = { ...query, before: readCursor(cursor), limit: limit + 1 }
    const found = await listTransfers(deps.database.query, context.get('client').id, filter)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last) : null
    return ok(context, { transfers: page.map(transferToList), nextCursor })
  })
  refuseOtherMethods(app, listTransfersEndpoint.path, ['GET'])

  app.get(readTransferEndpoint.path, clientOnly(deps), async (context) => {
    const id = context.req.param('id')
    if (!isUuid(id)) throw new ApiError('transferNotFound')
    const transfer = await clientTransfer(deps.database.query, context.get('client').id, id.toLowerCase())
    const timeline = await eventsOf(deps.database.query, transfer.id)
    return ok(context, detailedTransferToWire(deps, transfer, timeline))
  })
  refuseOtherMethods(app, readTransferEndpoint.path, ['GET'])
}
