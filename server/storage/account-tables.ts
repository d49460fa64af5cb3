// The tables of connected accounts and proved wallets, under the rules of tables.ts.

import type { ColumnType } from 'kysely'

/** One sign-in at an exchange; its accounts share the sealed credentials. */
export interface SignInTable {
  id: string
  client_id: string
  user_id: string
  exchange_type: string
  sealed_credentials: string
  created_at: number
  /** While one process renews the credentials. */
  renewing_until: ColumnType<number | null, number | null | undefined, number | null>
  /** When the user removed the account. The credentials are deleted once no open transfer needs them. */
  ended_at: ColumnType<number | null, number | null | undefined, number | null>
  /** When it was last known to be in use, or will have been. Null: when it was created. The retention counts from then. */
  in_use_until: ColumnType<number | null, number | null | undefined, number | null>
}

export interface AccountTable {
  id: string
  sign_in_id: string
  client_id: string
  user_id: string
  exchange_type: string
  external_id: string
  name: string
  created_at: number
}

/**
 * Auth and refresh tokens, by hash. A refresh token is used once; using it again ends all tokens of its sign-in, its family. No token
 * outlives its sign-in by more than a year (`tokenFamilySeconds`).
 */
export interface TokenTable {
  hash: string
  kind: 'auth' | 'refresh'
  sign_in_id: string
  account_id: string
  client_id: string
  created_at: number
  expires_at: number
  used_at: number | null
  revoked_at: number | null
}

/** A sign-in that a link session has started. */
export interface ConnectionTable {
  id: string
  session_id: string
  exchange_type: string
  state: string
  sealed_pending: string | null
  code_kind: string | null
  created_at: number
  expires_at: number
  /** Null until the account is connected. */
  sign_in_id: string | null
}

/** A sign-in whose tokens the client's server fetches: they are issued then, and only then. */
export interface TokenDeliveryTable {
  sign_in_id: string
  link_id: string
  renewable: number
  created_at: number
  delivered_at: number | null
}

/** An API key at an exchange that requires rising nonces. The id does not reveal the key. */
export interface ExchangeKeyTable {
  id: string
  /** Microseconds since 1970, or the last nonce plus one if that is greater. */
  nonce: number
  busy_until: number
}

/** A message for a wallet to sign, which proves that the user holds the key of the address. Deleted when it is used. */
export interface WalletChallengeTable {
  id: string
  client_id: string
  user_id: string
  /** In lower case. */
  address: string
  /** The network on which a contract's signature is verified. */
  network_key: string
  message: string
  expires_at: number
}

/** An address that a user has proved. */
export interface WalletOwnershipTable {
  client_id: string
  user_id: string
  /** In lower case. */
  address: string
  /** '' for a key, which is the same on every EVM network. A contract is proved on one network alone. */
  network_key: string
  proved_at: number
}
