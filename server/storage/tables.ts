// The tables, as types for kysely. Amounts are canonical decimal text, never compared or summed in SQL; times are integer
// milliseconds; flags are 0 or 1; `json` columns hold text in which amounts are strings. The tables of both databases are the same.

import type { ColumnType } from 'kysely'
import type { ConsoleTables } from './console-tables.ts'
import type {
  ClientEventTable,
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
  WebhookMessageTable,
} from './webhook-tables.ts'

export interface Tables extends ConsoleTables {
  client: ClientTable
  client_secret: ClientSecretTable
  callback_url: CallbackUrlTable
  sign_in: SignInTable
  account: AccountTable
  token: TokenTable
  link: LinkTable
  link_session: LinkSessionTable
  session_account: SessionAccountTable
  connection: ConnectionTable
  token_delivery: TokenDeliveryTable
  preview: PreviewTable
  transfer: TransferTable
  attempt: AttemptTable
  transfer_event: TransferEventTable
  idempotency_key: IdempotencyKeyTable
  rate_bucket: RateBucketTable
  exchange_key: ExchangeKeyTable
  wallet_watch: WalletWatchTable
  wallet_message: WalletMessageTable
  store: StoreTable
  wallet_challenge: WalletChallengeTable
  wallet_ownership: WalletOwnershipTable
  sending_pause: SendingPauseTable
  operator_limit: OperatorLimitTable
  daily_usage: DailyUsageTable
  allowed_destination: AllowedDestinationTable
  known_destination: KnownDestinationTable
  erasure: ErasureTable
  audit_entry: AuditEntryTable
  client_event: ClientEventTable
  webhook_endpoint: WebhookEndpointTable
  webhook_message: WebhookMessageTable
  webhook_delivery: WebhookDeliveryTable
  webhook_attempt: WebhookAttemptTable
}

interface ClientTable {
  id: string
  name: string
  created_at: number
}

interface ClientSecretTable {
  id: string
  client_id: string
  hash: string
  created_at: number
  revoked_at: number | null
}

interface CallbackUrlTable {
  client_id: string
  url: string
  created_at: number
}

/** One sign-in at an exchange; its accounts share the sealed credentials. */
interface SignInTable {
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
interface SessionAccountTable {
  session_id: string
  account_id: string
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
interface TokenDeliveryTable {
  sign_in_id: string
  link_id: string
  renewable: number
  created_at: number
  delivered_at: number | null
}

export interface PreviewTable {
  id: string
  client_id: string
  account_id: string
  session_id: string | null
  terms: string
  created_at: number
  expires_at: number
  spent_at: number | null
  wrong_codes: number
}

export interface TransferTable {
  id: string
  preview_id: string
  client_id: string
  account_id: string
  user_id: string
  link_id: string | null
  transaction_id: string | null
  exchange_type: string
  /** Copied from the preview, as JSON. The mined transaction must equal them. */
  terms: string
  /** These five are copied from the terms, for the indexes by which equal payments are found. The amount is canonical. */
  network_key: string
  contract: string
  from_address: string
  to_address: string
  amount: string
  state: string
  status: string
  withdrawal_id: string | null
  hash: string
  confirmations: number
  /** The action that the exchange last required of its user, as JSON. It stays once the action is done. */
  required_action: string | null
  /** Why the transfer failed. */
  error_type: string | null
  error_data: string | null
  empty_polls: number
  /**
   * Unique. Equal transfers of one account share it; set while the outcome is open on an exchange that can only match. Equal
   * payments by link share it too, for any payer; set while one is watched and not found.
   */
  fingerprint: string | null
  /** Why the transfer needs an operator; null if it does not. */
  attention: string | null
  /** The mined payment that proves the success. */
  proof: string | null
  created_at: number
  updated_at: number
  /** When to poll next; null if the transfer is not polled. */
  /** While a process polls it, the time at which its lease expires. */
  next_poll_at: number | null
  /** `pollTier` (transfers/poll-schedule.ts) as of when the next poll was scheduled. */
  poll_tier: number
  lease: string | null
  /** Equals `next_poll_at` while the transfer is leased. */
  leased_until: number | null
  last_event: number
  /** The UTC days, counted since 1970, whose limits the transfer uses: of its client and of its user. Null if it uses none. */
  client_counted_on: number | null
  user_counted_on: number | null
  /** The session of the preview, written when the preview is deleted. */
  session_id: string | null
  /** When its user and addresses were erased. */
  erased_at: number | null
}

/** One send of a withdrawal request, written before the first byte leaves. */
export interface AttemptTable {
  transfer_id: string
  n: number
  client_reference: string
  digest: string
  created_at: number
  valid_until: number
  outcome: string | null
  /** Ids of matching withdrawals that the exchange listed before the send, as JSON. */
  existing_matches: string
}

/** Numbered without gaps and chained by hash. */
export interface TransferEventTable {
  transfer_id: string
  n: number
  at: number
  kind: string
  /** '' once it is erased. */
  detail: string
  /** `hash` covers this hash. Null for events of earlier versions, whose `hash` covers the detail. */
  detail_hash: string | null
  previous_hash: string
  hash: string
}

/** The first response to a request with an Idempotency-Key. */
export interface IdempotencyKeyTable {
  client_id: string
  key_hash: string
  request_hash: string
  /** Set while the first request runs. If its process has ended, the key is free again at this time. */
  running_until: number | null
  /** The request executed nothing (a code is required): another request may use the key. */
  replaceable: number
  sealed_response: string | null
  created_at: number
  /** Null: after the operator's retention period. */
  expires_at: number | null
}

/** One bucket of a rate limit. Microseconds, which stay below 2^53 for two hundred years. */
interface RateBucketTable {
  id: string
  busy_until: number
}

/** An API key at an exchange that requires rising nonces. The id does not reveal the key. */
interface ExchangeKeyTable {
  id: string
  /** Microseconds since 1970, or the last nonce plus one if that is greater. */
  nonce: number
  busy_until: number
}

/** The search of the chain for a wallet's payment. Blocks and nonces stay below 2^53. */
export interface WalletWatchTable {
  transfer_id: string
  /** The first nonce that the account could use when the request was made. Transactions with a lower nonce are older. */
  nonce: number
  /** The account's nonce as of the blocks that were searched. */
  mined_nonce: number
  /** The chain's head when the request was made. */
  first_block: number
  /** Blocks up to here are searched and settled. They are not searched again before the last search. */
  searched_block: number
  /** The nonce of the transaction that was found. */
  sent_nonce: number | null
  /** The address that a Solana payment names beside its recipient, which identifies its transfer. */
  reference: string | null
  /** Hashes that the page reported, as JSON. */
  hints: string
  declined_at: number | null
  /** The payment that this transfer has claimed. */
  claim: string | null
  /** Balance and nonce of a native coin's receiver, as of the last settled block searched. For a payment from any account. */
  receiver_state: string | null
  /** In base units, for a native coin from a wallet: both balances before the request. */
  payer_balance: string | null
  receiver_balance: string | null
  /** When another user last requested an equal payment by link. */
  shared_at: number | null
  /** When the last search of all blocks began, with which the watch ends. */
  last_search_at: number | null
  /** Balance and nonce of a coin's receiver as of the first block. Null if they were not read in time. */
  first_state: string | null
}

/** The message that a wallet is requested to sign, if the server sends the transaction. */
interface WalletMessageTable {
  transfer_id: string
  /** In base64. */
  message: string
  /** No block above this height can contain it. */
  last_height: number
  /** The signed transaction in base64. Once set, no other transaction is sent. */
  signed: string | null
}

/** The pauses of sending in force. */
interface SendingPauseTable {
  /** `all`, `restore`, `exchange:<type>` or `client:<id>`. */
  scope: string
  paused_at: number
}

/** A limit that the operator has set. */
interface OperatorLimitTable {
  /** '' for all clients. */
  client_id: string
  name: string
  value: string
  set_at: number
}

/** The transfers of a UTC day that count against a limit. */
interface DailyUsageTable {
  client_id: string
  /** '' for all users of the client together. */
  user_id: string
  /** Days since 1970. */
  day: number
  transfers: number
  /** US dollars. */
  fiat: string
}

/** An entry of an allow-list. It covers every asset on its network. */
interface AllowedDestinationTable {
  /** '' for all clients. */
  client_id: string
  network_id: string
  /** The same for all spellings of an address. */
  address: string
  address_tag: string
  /** In a spelling that commands accept. */
  shown_address: string
  added_at: number
}

/** A destination that a user of a client has requested outside of a link. It covers every asset on its network. */
interface KnownDestinationTable {
  client_id: string
  user_id: string
  network_id: string
  /** The same for all spellings of an address. */
  address: string
  address_tag: string
  first_seen_at: number
  used_at: number
}

/** A user to be erased. The row stays until nothing of the user is left that was stored before. */
/** What an operator has done. */
export interface AuditEntryTable {
  n: number
  at: number
  actor: string
  origin: string
  action: string
  target: string
  /** JSON: `before`, `after`, `reason`. */
  details: string
  previous_hash: string
  hash: string
}

interface ErasureTable {
  client_id: string
  user_id: string
  requested_at: number
}

/** One row of facts about the store. */
interface StoreTable {
  id: number
  /** Null until a server of an environment has opened it. */
  environment: string | null
  /** Counts the checks that writes are accepted. */
  writes: number
  /** The time as of which the last backup holds the data. */
  backup_at: ColumnType<number | null, number | null | undefined, number | null>
  /** Set in a backup, and while a restored database is checked: what happened after this time may be lost. */
  restored_to: ColumnType<number | null, number | null | undefined, number | null>
  /** When a server last started on the restored database with `--after-restore`. */
  restored_at: ColumnType<number | null, number | null | undefined, number | null>
  /** No event that is numbered from now on gets a lower position. Raised after a restore. */
  first_position: ColumnType<number, number | undefined, number>
  /** The code that confirms the newest comparison with the exchanges. */
  restore_findings: ColumnType<string | null, string | null | undefined, string | null>
}

/** A message for a wallet to sign, which proves that the user holds the key of the address. Deleted when it is used. */
interface WalletChallengeTable {
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
interface WalletOwnershipTable {
  client_id: string
  user_id: string
  /** In lower case. */
  address: string
  /** '' for a key, which is the same on every EVM network. A contract is proved on one network alone. */
  network_key: string
  proved_at: number
}
