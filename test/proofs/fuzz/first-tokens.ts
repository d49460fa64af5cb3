// Signs in before the run, so that the first request already has valid tokens.
import { requestsTo } from '../../support/fetch-requests.ts'
import { newSession } from '../../support/native-flow.ts'
import type { Requests } from '../../support/test-server.ts'
import type { Credentials } from './draft.ts'
import { type Pools, slots } from './pools.ts'
import type { FuzzStage } from './stage.ts'

const usernames = [
  'user_good',
  'user_accounts',
  'user_mfa_transfer',
  'user_good',
  'user_dust',
  'user_good',
  'user_empty',
  'user_good',
]

export async function fillPools(pools: Pools, { port, parties }: FuzzStage): Promise<void> {
  const own = requestsAs(port, parties.own)
  for (let slot = 0; slot < slots; slot++) {
    const username = usernames[slot] ?? 'user_good'
    const { session, found } = await signedIn(own, username)
    pools.put('session', session, slot)
    pools.put('account', found.accounts[0]?.accountId, slot)
    pools.put('authToken', found.authData.auth_token, slot)
    // From a separate sign-in, because the run spends it.
    const spare = await signedIn(own, username)
    pools.put('refreshToken', spare.found.authData.refresh_token)
    pools.put('expendableToken', spare.found.authData.auth_token)
  }
  const theirs = await signedIn(requestsAs(port, parties.foreign), 'user_good')
  pools.put('foreignSession', theirs.session)
  pools.put('foreignToken', theirs.found.authData.auth_token)
}

async function signedIn(requests: Requests, username: string) {
  const session = await newSession(requests)
  const fields = { username, password: 'pass_good' }
  const response = await requests.inSession(session, 'POST', '/api/v1/link/connect', { type: 'sandbox', fields })
  if (response.body.content?.state !== 'connected') throw new Error(`${username} did not connect: ${response.text}`)
  return { session, found: response.body.content }
}

function requestsAs(port: number, { id, secret }: Credentials): Requests {
  return requestsTo(port, { 'X-Client-Id': id, 'X-Client-Secret': secret })
}
