// The tables of links and their sessions, under the rules of tables.ts.

export interface LinkTable {
  id: string
  client_id: string
  user_id: string
  callback_url: string
  code_hash: string
  transfers_enabled: number
  destinations: string
  fixed: string | null
  from_account_id: string | null
  from_type: string | null
  transaction_id: string | null
  created_at: number
  expires_at: number
  redeemed_at: number | null
  /** The address that the wallet token of the link names. */
  expected_wallet: string | null
  /** Who receives the tokens of accounts that are connected in this link. */
  token_delivery: TokenDelivery
  /** The transfer under review when the link moved to a full page, as JSON. */
  continued: string | null
}

/** `page`: by `brokerConnected`. `server`: the client's server fetches them once. */
export type TokenDelivery = 'page' | 'server'

export interface LinkSessionTable {
  id: string
  link_id: string
  token_hash: string
  created_at: number
  /** In the past once the user has left. */
  expires_at: number
  account_id: string | null
  /** The only address that connects without a confirmation by the user. */
  expected_wallet: string | null
  /** When the code opened the session for the second and last time. */
  reopened_at: number | null
  /** Hash of the code with which the link returns from a full page. */
  return_hash: string | null
  /** Once the link has moved to a full page: until when this session may read the transfers that were sent there. */
  reads_until: number | null
}

/** The accounts a link session may use: connected in it, or handed to it by the app. */
export interface SessionAccountTable {
  session_id: string
  account_id: string
}
