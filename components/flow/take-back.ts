// Takes the link back from the full page, as long as nothing is being sent there.

import type { EventOf } from './flow-event.ts'
import type { FullPageState, Transfer } from './link-answers.ts'
import { type LinkApi, LinkRefusal } from './link-api.ts'

export interface FollowedPage {
  state: FullPageState
  transfer: Transfer | null
}

export async function takeBack(
  api: LinkApi,
  returnCode: string,
): Promise<EventOf<'takenBack'> | EventOf<'fullPageSeen'>> {
  const seen = await api.get<FollowedPage>('full-page').catch(unlessMoved)
  // The session is still here: a newer code, for no page, voids the one by which a page may be opening.
  if (seen?.state === 'notOpened' && (await api.post('full-page', {}).catch(unlessMoved)) !== null)
    return { type: 'takenBack', session: null }
  if (seen !== null && (seen.state === 'ended' || (seen.transfer !== null && seen.transfer.status !== 'Failed')))
    return { type: 'fullPageSeen', page: seen.state, transfer: seen.transfer }
  return { type: 'takenBack', session: await api.takeBack(returnCode) }
}

/** The link may be back, and the response lost: the same code repeats it. */
function unlessMoved(error: unknown): null {
  if (error instanceof LinkRefusal && error.problem.httpStatus === 401) return null
  throw error
}
