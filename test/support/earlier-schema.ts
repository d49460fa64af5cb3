// Takes a database back to the schema of an earlier version, with its rows as that version wrote them.
import { sql } from 'kysely'
import { type Database, inTransaction, type Query } from '../../server/storage/storage.ts'

type Facts = Record<string, unknown>

/** The statements that undo each migration, the newest first. */
const undo: readonly (readonly [migration: string, run: (query: Query) => Promise<void>])[] = [
  ['0053-moved-storage', (query) => runAll(query, ['alter table store drop column moved_at'])],
  [
    '0052-inviters',
    (query) =>
      runAll(
        query,
        ['code', 'passkey'].map((table) => `alter table operator_${table} drop column invited_by`),
      ),
  ],
  [
    '0051-transfers-of-responses',
    (query) =>
      runAll(query, ['drop index idempotency_key_transfer', 'alter table idempotency_key drop column transfer_id']),
  ],
  [
    '0050-open-payments',
    (query) =>
      runAll(query, [
        'create index transfer_open_payment on transfer(to_address, amount, contract, network_key) where next_poll_at is not null',
        'drop index transfer_exchange_payment',
        'drop index transfer_wallet_payment',
      ]),
  ],
  ['0049-keys-of-responses', (query) => runAll(query, ['drop index idempotency_key_sealing_key'])],
  ['0048-server-processes', (query) => runAll(query, ['drop table server_process'])],
  [
    '0047-transfer-summaries',
    (query) =>
      runAll(query, [
        'drop index transfer_not_summarised',
        'drop table transfer_summary',
        'alter table transfer drop column summarised_at',
      ]),
  ],
  [
    '0046-console-lists',
    (query) =>
      runAll(query, [
        ...['client_created', 'webhook_endpoint_created', 'webhook_attempt_failed'].map((name) => `drop index ${name}`),
        'alter table client_secret drop column prefix',
        'alter table client_secret drop column last_used_at',
      ]),
  ],
  [
    '0045-console-transfers',
    (query) =>
      runAll(query, [
        'drop table resolve_proposal',
        ...['created', 'of_exchange', 'not_succeeded', 'rare_state', 'hash', 'recipient'].map(
          (name) => `drop index transfer_${name}`,
        ),
      ]),
  ],
  [
    '0044-operators',
    (query) =>
      runAll(
        query,
        ['session', 'challenge', 'code', 'passkey']
          .map((table) => `drop table operator_${table}`)
          .concat('drop table operator'),
      ),
  ],
  ['0043-audit-log', (query) => runAll(query, ['drop table audit_entry'])],
  [
    '0042-list-indexes',
    (query) =>
      runAll(query, [
        'drop index transfer_pending',
        'drop index transfer_failed',
        'drop index webhook_delivery_failed',
      ]),
  ],
  [
    '0041-event-positions',
    (query) =>
      runAll(query, [
        'drop index transfer_link',
        'drop index transfer_transaction',
        'alter table store drop column first_position',
      ]),
  ],
  [
    '0040-erasure',
    (query) =>
      runAll(query, [
        'drop table erasure',
        'alter table transfer drop column erased_at',
        'alter table transfer_event drop column detail_hash',
      ]),
  ],
  [
    '0039-recovered-endpoints',
    (query) =>
      runAll(query, [
        'alter table webhook_delivery drop column rejected_at',
        'alter table webhook_endpoint drop column accepting_since',
        'alter table webhook_endpoint drop column paused_by',
      ]),
  ],
  ['0038-backup-and-restore', undoBackupAndRestore],
  [
    '0037-rejected-events',
    (query) =>
      runAll(query, [
        'alter table webhook_delivery drop column rejections',
        'alter table webhook_endpoint drop column rejected_events',
      ]),
  ],
  [
    '0036-replays',
    (query) => runAll(query, ['drop index client_event_subject', 'alter table webhook_delivery drop column replays']),
  ],
  ['0035-webhooks', undoWebhooks],
  ['0034-retention', undoRetention],
  ['0033-operator-limits', undoOperatorLimits],
  [
    '0032-poll-lanes',
    (query) => runAll(query, ['drop index transfer_lane', 'alter table transfer drop column poll_tier']),
  ],
  ['0031-sending-pause', (query) => runAll(query, ['drop table sending_pause'])],
  ['0030-schema-version', (query) => runAll(query, ['drop table schema_version'])],
  ['0029-token-and-session-names', undoTokenAndSessionNames],
  ['0028-existing-matches', undoExistingMatches],
  ['0027-required-action', undoRequiredAction],
  ['0026-balances-before', undoBalances],
  ['0025-adapter-state', undoAdapterState],
  ['0024-payment-columns', undoPaymentColumns],
]

/** Undoes this migration and all later ones. */
export async function undoMigrations(database: Database, first: string): Promise<void> {
  const count = undo.findIndex(([migration]) => migration === first) + 1
  if (count === 0) throw new Error(`nothing undoes ${first}`)
  await inTransaction(database, async (query) => {
    for (const [migration, run] of undo.slice(0, count)) {
      await run(query)
      await sql`delete from kysely_migration where name = ${migration}`.execute(query)
    }
  })
}

async function runAll(query: Query, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(query)
}

async function undoBackupAndRestore(query: Query): Promise<void> {
  const columns = ['backup_at', 'restored_to', 'restored_at', 'restore_findings']
  await runAll(
    query,
    columns.map((column) => `alter table store drop column ${column}`),
  )
}

async function undoWebhooks(query: Query): Promise<void> {
  const tables = ['client_event', 'webhook_endpoint', 'webhook_message', 'webhook_delivery', 'webhook_attempt']
  await runAll(
    query,
    tables.map((table) => `drop table ${table}`),
  )
}

async function undoRetention(query: Query): Promise<void> {
  const indexes = [
    ...['connection_expiry', 'connection_session', 'link_session_expiry', 'link_session_link', 'link_expiry'],
    ...['token_delivery_created', 'token_expiry', 'preview_created', 'preview_account', 'session_account_account'],
    ...['sign_in_use', 'idempotency_key_created', 'wallet_ownership_proved', 'account_external'],
  ]
  await runAll(query, [
    ...indexes.map((index) => `drop index ${index}`),
    'alter table transfer drop column session_id',
    'alter table sign_in drop column in_use_until',
  ])
}

async function undoOperatorLimits(query: Query): Promise<void> {
  const tables = ['operator_limit', 'daily_usage', 'allowed_destination', 'known_destination']
  await runAll(query, [
    ...tables.map((table) => `drop table ${table}`),
    'alter table transfer drop column client_counted_on',
    'alter table transfer drop column user_counted_on',
  ])
}

async function undoTokenAndSessionNames(query: Query): Promise<void> {
  await runAll(query, [
    'alter table link_session rename column reads_until to follows_until',
    'drop index token_sign_in',
    'alter table token rename column sign_in_id to family_id',
    'create index token_family on token(family_id)',
  ])
}

async function undoExistingMatches(query: Query): Promise<void> {
  await runAll(query, ['alter table attempt rename column existing_matches to known_before'])
}

async function undoRequiredAction(query: Query): Promise<void> {
  const { rows } = await sql<{ id: string; required_action: string; terms: string }>`
    select id, required_action, terms from transfer where required_action is not null`.execute(query)
  for (const { id, required_action, terms } of rows) {
    const { kind, methods, name, ...facts } = JSON.parse(required_action) as Facts
    const { toAddress: address, addressTag, networkName: network, symbol } = JSON.parse(terms) as Facts
    const place = kind === 'addressWhitelistRequired' ? { address, addressTag, network, symbol } : {}
    const codes = methods === undefined ? {} : { codeLength: 6, methods: JSON.stringify(methods) }
    const errorData = JSON.stringify({ name, ...place, ...codes, ...facts })
    await sql`update transfer set error_type = ${kind}, error_data = ${errorData} where id = ${id}`.execute(query)
  }
  await runAll(query, ['alter table transfer drop column required_action'])
}

async function undoBalances(query: Query): Promise<void> {
  await runAll(query, [
    'alter table wallet_watch add column seen text',
    `update wallet_watch set seen = coalesce(receiver_state, payer_balance || ':' || receiver_balance)`,
    ...['receiver_state', 'payer_balance', 'receiver_balance'].map(
      (column) => `alter table wallet_watch drop column ${column}`,
    ),
  ])
}

async function undoAdapterState(query: Query): Promise<void> {
  for (const table of ['preview', 'transfer'] as const) {
    const rows = await query.selectFrom(table).select(['id', 'terms']).execute()
    for (const { id, terms: text } of rows) {
      const { adapterState, requiredAction, walletCall, ...terms } = JSON.parse(text) as Facts
      const call = walletCall as { gasLimit?: string; createsAccount?: boolean } | undefined
      const quoteId = call === undefined ? adapterState : (call.gasLimit ?? (call.createsAccount ? 'makesAccount' : ''))
      const earlier = { ...terms, quoteId, ...(requiredAction === undefined ? {} : { userStep: requiredAction }) }
      const update = query.updateTable(table).set({ terms: JSON.stringify(earlier) })
      await update.where('id', '=', id).execute()
    }
  }
}

async function undoPaymentColumns(query: Query): Promise<void> {
  const indexes = ['transfer_open_payment', 'transfer_ambiguous', 'transfer_wallet', 'wallet_watch_reference']
  const columns = ['network_key', 'contract', 'from_address', 'to_address', 'amount']
  await runAll(query, [
    ...indexes.map((index) => `drop index ${index}`),
    ...columns.map((column) => `alter table transfer drop column ${column}`),
    'alter table wallet_watch drop column reference',
  ])
}
