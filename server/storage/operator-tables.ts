// The tables of what operators have set and done, under the rules of tables.ts.

/** The pauses of sending in force. */
export interface SendingPauseTable {
  /** `all`, `restore`, `exchange:<type>` or `client:<id>`. */
  scope: string
  paused_at: number
}

/** A limit that the operator has set. */
export interface OperatorLimitTable {
  /** '' for all clients. */
  client_id: string
  name: string
  value: string
  set_at: number
}

/** The transfers of a UTC day that count against a limit. */
export interface DailyUsageTable {
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
export interface AllowedDestinationTable {
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
export interface KnownDestinationTable {
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
export interface ErasureTable {
  client_id: string
  user_id: string
  requested_at: number
}

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
