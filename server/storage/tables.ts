// The tables, as types for kysely. Amounts are canonical decimal text, never compared or summed in SQL; times are integer
// milliseconds; flags are 0 or 1; `json` columns hold text in which amounts are strings. The tables of both databases are the same.

import type { ColumnType } from 'kysely'
import type {
  AccountTable,
  ConnectionTable,
  ExchangeKeyTable,
  SignInTable,
  TokenDeliveryTable,
  TokenTable,
  WalletChallengeTable,
  WalletOwnershipTable,
} from './account-tables.ts'
import type {
  CallbackUrlTable,
  ClientSecretTable,
  ClientTable,
  IdempotencyKeyTable,
  RateBucketTable,
} from './client-tables.ts'
import type { ConsoleTables } from './console-tables.ts'
import type { LinkSessionTable, LinkTable, SessionAccountTable } from './link-tables.ts'
import type {
  AllowedDestinationTable,
  AuditEntryTable,
  DailyUsageTable,
  ErasureTable,
  KnownDestinationTable,
  OperatorLimitTable,
  SendingPauseTable,
} from './operator-tables.ts'
import type {
  AttemptTable,
  PreviewTable,
  TransferEventTable,
  TransferTable,
  WalletMessageTable,
  WalletWatchTable,
} from './transfer-tables.ts'
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
  server_process: ServerProcessTable
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
  /** Set in an embedded database whose data was moved to PostgreSQL. `restored_to` and `restored_at` apply to it, too. */
  moved_at: ColumnType<number | null, number | null | undefined, number | null>
  /** No event that is numbered from now on gets a lower position. Raised after a restore. */
  first_position: ColumnType<number, number | undefined, number>
  /** The code that confirms the newest comparison with the exchanges. */
  restore_findings: ColumnType<string | null, string | null | undefined, string | null>
}

/** A server that uses the database. */
interface ServerProcessTable {
  id: string
  /** How an operator recognises it. */
  host: string
  /** The ids of its master keys, as a JSON list. The first one seals. */
  key_ids: string
  reported_at: number
}
