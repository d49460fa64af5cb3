// The operator's command: the list of commands and their exit codes.

import { ConfigError } from '../config.ts'
import { ConsoleError } from '../console/console-error.ts'
import { ApiError } from '../contract/errors.ts'
import { CopyRefused } from '../storage/copy.ts'
import { WrongEnvironment } from '../storage/environment-mark.ts'
import { DatabaseUnreachable } from '../storage/postgres.ts'
import { SchemaMismatch } from '../storage/schema-version.ts'
import { FolderInUse, NoDatabase } from '../storage/sqlite.ts'
import { BackupRefused } from '../storage/sqlite-backup.ts'
import { isStorageFailure } from '../storage/storage.ts'
import { RestoreUnchecked } from '../transfers/restore.ts'
import { acknowledgeTransferCommand } from './acknowledge-transfer.ts'
import { exportAuditCommand, listAuditCommand, verifyAuditCommand } from './audit-commands.ts'
import { backupCommand } from './backup.ts'
import { addCallbackCommand, listCallbacksCommand, removeCallbackCommand } from './callback-commands.ts'
import { createClientCommand, listClientsCommand, revokeSecretCommand, rotateSecretCommand } from './client-commands.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { createLinkCommand } from './create-link.ts'
import { declineProposalCommand } from './decline-proposal.ts'
import { allowDestinationCommand, listDestinationsCommand, removeDestinationCommand } from './destination-commands.ts'
import { doctorCommand } from './doctor.ts'
import { eraseCommand } from './erase.ts'
import { listKeysCommand, resealCommand } from './key-commands.ts'
import { listLimitsCommand, removeLimitCommand, setLimitCommand } from './limit-commands.ts'
import { listTransfersCommand } from './list-transfers.ts'
import { listWebhookDeliveriesCommand } from './list-webhook-deliveries.ts'
import { migrateStorageCommand } from './migrate-storage.ts'
import {
  inviteOperatorCommand,
  listOperatorsCommand,
  operatorRoleCommand,
  removeOperatorCommand,
  restoreOperatorCommand,
} from './operator-commands.ts'
import { endSessionsCommand, listSessionsCommand } from './operator-session-commands.ts'
import { pauseCommand, resumeCommand } from './pause-commands.ts'
import { reconcileCommand } from './reconcile.ts'
import { resolveTransferCommand } from './resolve-transfer.ts'
import { serveCommand } from './serve.ts'
import { showTransferCommand } from './show-transfer.ts'
import { webhookCertificateCommand } from './webhook-certificate-command.ts'
import {
  listWebhooksCommand,
  pauseWebhookCommand,
  replayWebhookCommand,
  resumeWebhookCommand,
  testWebhookCommand,
} from './webhook-commands.ts'
import { createWebhookCommand, rotateWebhookSecretCommand } from './webhook-secret-commands.ts'

export const commands: readonly Command[] = [
  serveCommand,
  createClientCommand,
  listClientsCommand,
  rotateSecretCommand,
  revokeSecretCommand,
  addCallbackCommand,
  removeCallbackCommand,
  listCallbacksCommand,
  createLinkCommand,
  listTransfersCommand,
  showTransferCommand,
  resolveTransferCommand,
  acknowledgeTransferCommand,
  declineProposalCommand,
  reconcileCommand,
  pauseCommand,
  resumeCommand,
  setLimitCommand,
  removeLimitCommand,
  listLimitsCommand,
  allowDestinationCommand,
  removeDestinationCommand,
  listDestinationsCommand,
  createWebhookCommand,
  listWebhooksCommand,
  rotateWebhookSecretCommand,
  webhookCertificateCommand,
  listWebhookDeliveriesCommand,
  testWebhookCommand,
  replayWebhookCommand,
  pauseWebhookCommand,
  resumeWebhookCommand,
  inviteOperatorCommand,
  listOperatorsCommand,
  operatorRoleCommand,
  removeOperatorCommand,
  restoreOperatorCommand,
  listSessionsCommand,
  endSessionsCommand,
  listAuditCommand,
  verifyAuditCommand,
  exportAuditCommand,
  backupCommand,
  listKeysCommand,
  resealCommand,
  eraseCommand,
  migrateStorageCommand,
  doctorCommand,
]
const expected = [
  CommandFailure,
  ConfigError,
  ApiError,
  ConsoleError,
  FolderInUse,
  NoDatabase,
  SchemaMismatch,
  DatabaseUnreachable,
  WrongEnvironment,
  CopyRefused,
  BackupRefused,
  RestoreUnchecked,
]

const meaningOfClient =
  '       <client> is the id of a client, at least its first four characters, or its name. "client list" shows ids and names.'

/** Runs the command that `words` name. Returns the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runCommandLine(words: string[], terminal: Terminal): Promise<number> {
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  const wantsHelp = words.length === 0 || words.includes('--help') || words.includes('-h') || words[0] === 'help'
  if (command === undefined) {
    if (!wantsHelp) terminal.error(`There is no command "${words.slice(0, 2).join(' ')}".\n`)
    ;(wantsHelp ? terminal.line : terminal.error)(help(words[0]))
    return wantsHelp ? 0 : 2
  }
  if (wantsHelp) {
    terminal.line(`${command.summary}\n\nUsage: ${command.usage}`)
    if (command.usage.includes('<client>')) terminal.line(meaningOfClient)
    return 0
  }
  try {
    await command.run(words.slice(command.name.split(' ').length), terminal)
    return 0
  } catch (error) {
    return reportError(command, error, terminal)
  }
}

function reportError(command: Command, error: unknown, terminal: Terminal): number {
  if (error instanceof UsageError || isArgumentError(error)) {
    terminal.error(`${error.message}\n\nUsage: ${command.usage}`)
    return 2
  }
  const isExpected = error instanceof Error && expected.some((kind) => error instanceof kind)
  if (isExpected) terminal.error(error.message)
  else if (error instanceof Error && isStorageFailure(error)) terminal.error(describeStorageFailure(command, error))
  else terminal.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return 1
}

function describeStorageFailure({ ifUnconfirmed }: Command, { message }: Error): string {
  if (ifUnconfirmed === undefined) return `The database failed: ${message}`
  return `The database did not confirm the write. It may still take effect. ${ifUnconfirmed}\nReason: ${message}`
}

// The error of node:util's parseArgs for an unknown option.
function isArgumentError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

/** All commands, or those that begin with `first`. */
function help(first = ''): string {
  const fitting = commands.filter(({ name }) => name.startsWith(`${first} `))
  const shown = fitting.length > 0 ? fitting : commands
  const width = Math.max(...shown.map(({ name }) => name.length))
  return [
    'Usage: transfer-link <command> [options]',
    '',
    ...shown.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'See transfer-link <command> --help. Commands use the server’s environment: DATA_DIR, DATABASE_URL, TRANSFER_ENV …',
  ].join('\n')
}
