// The tables of previews and transfers, under the rules of tables.ts.

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
  /** When to poll next; null if the transfer is not polled. While a process polls it, the time at which its lease expires. */
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
  /** When the console's overview has counted it. */
  summarised_at: number | null
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
export interface WalletMessageTable {
  transfer_id: string
  /** In base64. */
  message: string
  /** No block above this height can contain it. */
  last_height: number
  /** The signed transaction in base64. Once set, no other transaction is sent. */
  signed: string | null
}
