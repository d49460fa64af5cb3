// The replays of a client run one after the other, so that many of them delay the requests of others no more than one. Each process has
// its own turns.

import { ApiError } from '../contract/errors.ts'
import type { Database } from '../storage/storage.ts'

/** One runs, and one waits. Further ones would only repeat what these send. */
const mostReplays = 2
const retrySeconds = 5

/** By connection to a database, and by client: those that run or wait. */
const replays = new WeakMap<Database['query'], Map<string, Promise<number>[]>>()

/** Throws `rateLimited` if `mostReplays` of the client run or wait. */
export async function replayInTurn(
  { query }: Database,
  clientId: string,
  replay: () => Promise<number>,
): Promise<number> {
  const ofClients = replays.get(query) ?? new Map<string, Promise<number>[]>()
  replays.set(query, ofClients)
  const before = ofClients.get(clientId) ?? []
  if (before.length >= mostReplays) throw new ApiError('rateLimited', { seconds: retrySeconds })
  const mine = Promise.allSettled(before).then(replay)
  ofClients.set(clientId, [...before, mine])
  try {
    return await mine
  } finally {
    const left = ofClients.get(clientId)?.filter((each) => each !== mine) ?? []
    if (left.length > 0) ofClients.set(clientId, left)
    else ofClients.delete(clientId)
  }
}
