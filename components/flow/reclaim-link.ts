// Reclaims the link from the full page, unless a transfer is being sent there.

import type { EventOf } from './flow-event.ts'
import { type LinkApi, LinkRefusal } from './link-api.ts'
import type { FullPageState } from './link-responses.ts'
import type { Transfer } from './transfer-responses.ts'

export interface FullPageResponse {
  state: FullPageState
  transfer: Transfer | null
}

export async function reclaimLink(
  api: LinkApi,
  returnCode: string,
): Promise<EventOf<'linkReclaimed'> | EventOf<'fullPagePolled'>> {
  const page = await api.get<FullPageResponse>('full-page').catch(unlessMoved)
  // The session is still here. A newer code, which no page uses, voids the code of a page that may be opening.
  if (page?.state === 'notOpened' && (await api.post('full-page', {}).catch(unlessMoved)) !== null)
    return { type: 'linkReclaimed', session: null }
  if (page !== null && (page.state === 'ended' || (page.transfer !== null && page.transfer.status !== 'Failed')))
    return { type: 'fullPagePolled', page: page.state, transfer: page.transfer }
  return { type: 'linkReclaimed', session: await api.reclaimLink(returnCode) }
}

/** If the link was reclaimed and the response lost, the same code repeats the call. */
function unlessMoved(error: unknown): null {
  if (error instanceof LinkRefusal && error.problem.httpStatus === 401) return null
  throw error
}
