// Takes the link back from the full page, as long as nothing is being sent there.

import type { EventOf } from './flow-event.ts'
import type { FullPageState, Transfer } from './link-answers.ts'
import { type LinkApi, LinkRefusal } from './link-api.ts'

export interface FullPageAnswer {
  state: FullPageState
  transfer: Transfer | null
}

export async function reclaimLink(
  api: LinkApi,
  returnCode: string,
): Promise<EventOf<'linkReclaimed'> | EventOf<'fullPagePolled'>> {
  const page = await api.get<FullPageAnswer>('full-page').catch(unlessMoved)
  // The session is still here: a newer code, for no page, voids the one by which a page may be opening.
  if (page?.state === 'notOpened' && (await api.post('full-page', {}).catch(unlessMoved)) !== null)
    return { type: 'linkReclaimed', session: null }
  if (page !== null && (page.state === 'ended' || (page.transfer !== null && page.transfer.status !== 'Failed')))
    return { type: 'fullPagePolled', page: page.state, transfer: page.transfer }
  return { type: 'linkReclaimed', session: await api.reclaimLink(returnCode) }
}

/** The link may be back, and the response lost: the same code repeats it. */
function unlessMoved(error: unknown): null {
  if (error instanceof LinkRefusal && error.problem.httpStatus === 401) return null
  throw error
}
