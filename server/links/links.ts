// Links. A link is created for one user, with the addresses that may receive. The code in its URL opens
// its session (sessions.ts) once.

import { randomUUID } from 'node:crypto'
import type { Destination } from '../contract/destination.ts'
import { webOrigin } from '../contract/web-origin.ts'
import { type Environment, hashSecret, newToken } from '../secrets/tokens.ts'
import type { LinkTable, TokenDelivery } from '../storage/link-tables.ts'
import type { Database } from '../storage/storage.ts'

const linkLifetimeMs = 600_000

export interface LinkDeps {
  database: Database
  environment: Environment
  now(): Date
}

/** The values that the app fixed in advance. Amounts are decimal text. */
export interface FixedTransfer {
  /** Null if the user chooses an asset worth `amountInFiat`. */
  symbol: string | null
  amount: string | null
  amountInFiat: string | null
}

export interface Link {
  id: string
  clientId: string
  userId: string
  callbackUrl: string
  /** The site that may embed the link and receives its messages. '' if the stored callback URL has no such origin. */
  origin: string
  transfersEnabled: boolean
  destinations: Destination[]
  fixed: FixedTransfer | null
  fromAccountId: string | null
  fromType: string | null
  transactionId: string | null
  /** The address that the link's wallet token names. */
  expectedWallet: string | null
  /** The recipient of the tokens of accounts that are connected in the link. */
  tokenDelivery: TokenDelivery
}

type NewLink = Omit<Link, 'id' | 'origin' | 'expectedWallet'> & Partial<Pick<Link, 'expectedWallet'>>

export async function createLink(deps: LinkDeps, link: NewLink): Promise<{ linkId: string; authCode: string }> {
  const linkId = randomUUID()
  const authCode = newToken('ac', deps.environment)
  const now = deps.now().getTime()
  await deps.database.query
    .insertInto('link')
    .values({
      id: linkId,
      client_id: link.clientId,
      user_id: link.userId,
      callback_url: link.callbackUrl,
      code_hash: hashSecret(authCode),
      transfers_enabled: link.transfersEnabled ? 1 : 0,
      destinations: JSON.stringify(link.destinations),
      fixed: link.fixed === null ? null : JSON.stringify(link.fixed),
      from_account_id: link.fromAccountId,
      from_type: link.fromType,
      transaction_id: link.transactionId,
      expected_wallet: link.expectedWallet ?? null,
      token_delivery: link.tokenDelivery,
      created_at: now,
      expires_at: now + linkLifetimeMs,
      redeemed_at: null,
      continued: null,
    })
    .execute()
  return { linkId, authCode }
}

/** Reads a link for its page. This does not spend the code: a prefetch must not use up the link. */
export async function peekAtLink(
  deps: LinkDeps,
  by: { authCode: string } | { linkId: string },
): Promise<{ link: Link; canBeOpened: boolean } | null> {
  const [column, value] =
    'authCode' in by ? (['code_hash', hashSecret(by.authCode)] as const) : (['id', by.linkId] as const)
  const row = await deps.database.query.selectFrom('link').selectAll().where(column, '=', value).executeTakeFirst()
  if (row === undefined) return null
  return { link: linkOf(row), canBeOpened: row.redeemed_at === null && row.expires_at > deps.now().getTime() }
}

export function linkOf(row: LinkTable): Link {
  return {
    id: row.id,
    clientId: row.client_id,
    userId: row.user_id,
    callbackUrl: row.callback_url,
    origin: webOrigin(row.callback_url) ?? '',
    transfersEnabled: row.transfers_enabled === 1,
    destinations: JSON.parse(row.destinations) as Destination[],
    fixed: row.fixed === null ? null : (JSON.parse(row.fixed) as FixedTransfer),
    fromAccountId: row.from_account_id,
    fromType: row.from_type,
    transactionId: row.transaction_id,
    expectedWallet: row.expected_wallet,
    tokenDelivery: row.token_delivery,
  }
}
