// `TokenDelivery: "server"`: the tokens of a link never reach a page. They are issued when the client's server fetches them, once.

import { ApiError } from '../contract/errors.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { changedOne, inTransaction, type Query } from '../storage/storage.ts'
import type { AccountDeps } from './accounts.ts'
import { type ConnectedAccount, issueTokens } from './tokens.ts'

/** How long the client's server may take to fetch the tokens of a sign-in. */
export const tokenDeliverySeconds = 86_400

/** Accounts of the link's newest sign-in whose tokens were not fetched. The account that the user chose comes first. */
interface FetchedTokens {
  exchange: Exchange
  accounts: ConnectedAccount[]
}

/** Throws `linkNotFound`, `tokenDeliveryIsPage`, `tokensNotReady`, `tokensAlreadyFetched`. */
export async function fetchTokens(deps: AccountDeps, clientId: string, linkId: string): Promise<FetchedTokens> {
  return inTransaction(deps.database, async (query) => {
    await checkLink(query, clientId, linkId)
    const signIn = await claimSignIn(deps, query, linkId)
    const exchange = deps.exchanges.byType(signIn.exchange_type)
    if (exchange === undefined) throw new ApiError('tokensNotReady')
    const accounts: ConnectedAccount[] = []
    for (const { id, name, external_id } of await accountsOf(query, signIn.sign_in_id, linkId)) {
      const tokens = await issueTokens(deps, query, {
        account: { accountId: id, clientId },
        renewable: signIn.renewable === 1,
      })
      accounts.push({ accountId: id, name, externalId: external_id, tokens })
    }
    return { exchange, accounts }
  })
}

async function checkLink(query: Query, clientId: string, linkId: string): Promise<void> {
  const link = await query
    .selectFrom('link')
    .select('token_delivery')
    .where('id', '=', linkId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (link === undefined) throw new ApiError('linkNotFound')
  if (link.token_delivery !== 'server') throw new ApiError('tokenDeliveryIsPage')
}

/** Of two concurrent fetches, one gets the tokens. */
async function claimSignIn(deps: AccountDeps, query: Query, linkId: string) {
  const now = deps.now().getTime()
  const ofLink = query
    .selectFrom('token_delivery')
    .innerJoin('sign_in', 'sign_in.id', 'token_delivery.sign_in_id')
    .select(['sign_in_id', 'renewable', 'exchange_type', 'delivered_at'])
    .where('link_id', '=', linkId)
    .where('token_delivery.created_at', '>', now - tokenDeliverySeconds * 1000)
    .where('sign_in.ended_at', 'is', null)
    .orderBy('token_delivery.created_at', 'desc')
  const signIns = await ofLink.execute()
  if (signIns.length === 0) throw new ApiError('tokensNotReady')
  const signIn = signIns.find(({ delivered_at }) => delivered_at === null)
  if (signIn === undefined) throw new ApiError('tokensAlreadyFetched')
  const claimed = await query
    .updateTable('token_delivery')
    .set({ delivered_at: now })
    .where('sign_in_id', '=', signIn.sign_in_id)
    .where('delivered_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (!changedOne(claimed)) throw new ApiError('tokensAlreadyFetched')
  return signIn
}

async function accountsOf(query: Query, signInId: string, linkId: string) {
  const accounts = await query
    .selectFrom('account')
    .select(['id', 'name', 'external_id'])
    .where('sign_in_id', '=', signInId)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  const sessions = await query.selectFrom('link_session').select('account_id').where('link_id', '=', linkId).execute()
  const isChosen = (id: string) => sessions.some(({ account_id }) => account_id === id)
  return [...accounts.filter(({ id }) => isChosen(id)), ...accounts.filter(({ id }) => !isChosen(id))]
}
