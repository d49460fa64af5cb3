// Migrates a database to the newest schema. Each migration runs once, in order, and either all of them take effect or none. Their
// `indexes` follow outside the transaction. If two processes start at once, the second waits for the first and finds the schema up to date.

import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { withMigrationLock } from './dialect.ts'
import * as first from './migrations/0001-first.ts'
import * as renewal from './migrations/0002-renewal.ts'
import * as answersAndLimits from './migrations/0003-answers-and-limits.ts'
import * as endedSignIns from './migrations/0004-ended-sign-ins.ts'
import * as sessionAccounts from './migrations/0005-session-accounts.ts'
import * as dueByExchange from './migrations/0006-due-by-exchange.ts'
import * as paymentProof from './migrations/0007-payment-proof.ts'
import * as exchangeKeys from './migrations/0008-exchange-keys.ts'
import * as walletWatch from './migrations/0009-wallet-watch.ts'
import * as watchedPayments from './migrations/0010-watched-payments.ts'
import * as sharedPayments from './migrations/0011-shared-payments.ts'
import * as walletMessages from './migrations/0012-wallet-messages.ts'
import * as lastSearch from './migrations/0013-last-search.ts'
import * as paymentFingerprints from './migrations/0014-payment-fingerprints.ts'
import * as noOutbox from './migrations/0015-no-outbox.ts'
import * as store from './migrations/0016-store.ts'
import * as signInsAndSessions from './migrations/0017-sign-ins-and-sessions.ts'
import * as walletOwnership from './migrations/0019-wallet-ownership.ts'
import * as sealingKeys from './migrations/0020-sealing-keys.ts'
import * as continuedLinks from './migrations/0021-continued-links.ts'
import * as pollAndIdempotencyNames from './migrations/0022-poll-and-idempotency-names.ts'
import * as stateNames from './migrations/0023-state-names.ts'
import * as paymentColumns from './migrations/0024-payment-columns.ts'
import * as adapterState from './migrations/0025-adapter-state.ts'
import * as balancesBefore from './migrations/0026-balances-before.ts'
import * as requiredAction from './migrations/0027-required-action.ts'
import * as existingMatches from './migrations/0028-existing-matches.ts'
import * as tokenAndSessionNames from './migrations/0029-token-and-session-names.ts'
import * as schemaVersion from './migrations/0030-schema-version.ts'
import * as sendingPause from './migrations/0031-sending-pause.ts'
import * as pollLanes from './migrations/0032-poll-lanes.ts'
import * as operatorLimits from './migrations/0033-operator-limits.ts'
import * as retention from './migrations/0034-retention.ts'
import * as webhooks from './migrations/0035-webhooks.ts'
import * as replays from './migrations/0036-replays.ts'
import * as rejectedEvents from './migrations/0037-rejected-events.ts'
import * as backupAndRestore from './migrations/0038-backup-and-restore.ts'
import * as recoveredEndpoints from './migrations/0039-recovered-endpoints.ts'
import * as erasure from './migrations/0040-erasure.ts'
import * as eventPositions from './migrations/0041-event-positions.ts'
import * as listIndexes from './migrations/0042-list-indexes.ts'
import * as auditLog from './migrations/0043-audit-log.ts'
import * as operators from './migrations/0044-operators.ts'
import * as consoleTransfers from './migrations/0045-console-transfers.ts'
import * as consoleLists from './migrations/0046-console-lists.ts'
import * as transferSummaries from './migrations/0047-transfer-summaries.ts'
import * as serverProcesses from './migrations/0048-server-processes.ts'
import * as keysOfResponses from './migrations/0049-keys-of-responses.ts'
import * as openPayments from './migrations/0050-open-payments.ts'
import * as transfersOfResponses from './migrations/0051-transfers-of-responses.ts'
import * as inviters from './migrations/0052-inviters.ts'
import * as movedStorage from './migrations/0053-moved-storage.ts'
import {
  readSchemaState,
  recordOldestUsable,
  type SchemaMigration,
  SchemaMismatch,
  updateIndexes,
} from './schema-version.ts'
import type { Tables } from './tables.ts'

export const schemaMigrations: Record<string, SchemaMigration> = {
  '0001-first': first,
  '0002-renewal': renewal,
  '0003-answers-and-limits': answersAndLimits,
  '0004-ended-sign-ins': endedSignIns,
  '0005-session-accounts': sessionAccounts,
  '0006-due-by-exchange': dueByExchange,
  '0007-payment-proof': paymentProof,
  '0008-exchange-keys': exchangeKeys,
  '0009-wallet-watch': walletWatch,
  '0010-watched-payments': watchedPayments,
  '0011-shared-payments': sharedPayments,
  '0012-wallet-messages': walletMessages,
  '0013-last-search': lastSearch,
  '0014-payment-fingerprints': paymentFingerprints,
  '0015-no-outbox': noOutbox,
  '0016-store': store,
  '0017-sign-ins-and-sessions': signInsAndSessions,
  '0019-wallet-ownership': walletOwnership,
  '0020-sealing-keys': sealingKeys,
  '0021-continued-links': continuedLinks,
  '0022-poll-and-idempotency-names': pollAndIdempotencyNames,
  '0023-state-names': stateNames,
  '0024-payment-columns': paymentColumns,
  '0025-adapter-state': adapterState,
  '0026-balances-before': balancesBefore,
  '0027-required-action': requiredAction,
  '0028-existing-matches': existingMatches,
  '0029-token-and-session-names': tokenAndSessionNames,
  '0030-schema-version': schemaVersion,
  '0031-sending-pause': sendingPause,
  '0032-poll-lanes': pollLanes,
  '0033-operator-limits': operatorLimits,
  '0034-retention': retention,
  '0035-webhooks': webhooks,
  '0036-replays': replays,
  '0037-rejected-events': rejectedEvents,
  '0038-backup-and-restore': backupAndRestore,
  '0039-recovered-endpoints': recoveredEndpoints,
  '0040-erasure': erasure,
  '0041-event-positions': eventPositions,
  '0042-list-indexes': listIndexes,
  '0043-audit-log': auditLog,
  '0044-operators': operators,
  '0045-console-transfers': consoleTransfers,
  '0046-console-lists': consoleLists,
  '0047-transfer-summaries': transferSummaries,
  '0048-server-processes': serverProcesses,
  '0049-keys-of-responses': keysOfResponses,
  '0050-open-payments': openPayments,
  '0051-transfers-of-responses': transfersOfResponses,
  '0052-inviters': inviters,
  '0053-moved-storage': movedStorage,
}

/** Throws SchemaMismatch if a newer version migrated the database and this version cannot use it. */
export async function migrate(database: Kysely<Tables>, migrations = schemaMigrations): Promise<void> {
  await withMigrationLock(database, async (query) => {
    const state = await readSchemaState(query, migrations)
    if (state === 'newer') throw new SchemaMismatch('newer')
    if (state !== 'older') return
    const { error } = await migratorOf(query, migrations).migrateToLatest()
    if (error !== undefined) throw error
    await recordOldestUsable(query, migrations)
  })
  await updateIndexes(database, migrations)
}

/** For an operator's command, which changes no schema under a running server. Throws SchemaMismatch. Changes nothing. */
export async function checkMigrated(database: Kysely<Tables>): Promise<void> {
  const state = await readSchemaState(database, schemaMigrations)
  if (state === 'older' || state === 'newer') throw new SchemaMismatch(state)
}

function migratorOf(db: Kysely<Tables>, migrations: Record<string, SchemaMigration>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}
