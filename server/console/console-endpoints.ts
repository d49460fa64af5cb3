// Every endpoint of the console. There is no other way to mount one.

import { readAttention } from './attention-endpoints.ts'
import { listAuditEntries, verifyAuditLog } from './audit-endpoints.ts'
import type { ConsoleEndpoint } from './console-endpoint.ts'
import { overviewEndpoint } from './overview-endpoints.ts'
import { approveResolution, declineResolution, proposeResolution, resolveAtOnce } from './resolve-endpoints.ts'
import { readMethods, readOwnSession, signInOnce, signOut } from './sign-in-endpoints.ts'
import { listTransfers, readTransfer, readTransferChoices } from './transfer-endpoints.ts'

export const consoleEndpoints: readonly ConsoleEndpoint[] = [
  readMethods,
  signInOnce,
  signOut,
  readOwnSession,
  listAuditEntries,
  verifyAuditLog,
  overviewEndpoint,
  readAttention,
  listTransfers,
  readTransferChoices,
  readTransfer,
  resolveAtOnce,
  proposeResolution,
  approveResolution,
  declineResolution,
]
