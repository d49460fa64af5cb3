// Every endpoint of the console. There is no other way to mount one.

import { listAuditEntries, verifyAuditLog } from './audit-endpoints.ts'
import type { ConsoleEndpoint } from './console-endpoint.ts'
import { acceptInvitation, invitationOptions, readInvitation } from './invitation-endpoints.ts'
import { finishOidc, startOidc } from './oidc-endpoints.ts'
import { invite, listOperatorRows, removeOperatorRow, setOperatorRole } from './operator-endpoints.ts'
import { overviewEndpoint } from './overview-endpoints.ts'
import { passkeyOptions, signInWithPasskey } from './passkey-endpoints.ts'
import { endOneSession, endSessions, endSessionsOfOperator, listSessionRows } from './session-endpoints.ts'
import { readMethods, readOwnSession, signInAgainAsDemo, signInOnce, signOut } from './sign-in-endpoints.ts'

export const consoleEndpoints: readonly ConsoleEndpoint[] = [
  readMethods,
  signInOnce,
  startOidc,
  finishOidc,
  passkeyOptions,
  signInWithPasskey,
  readInvitation,
  invitationOptions,
  acceptInvitation,
  signInAgainAsDemo,
  signOut,
  readOwnSession,
  listAuditEntries,
  verifyAuditLog,
  overviewEndpoint,
  listOperatorRows,
  invite,
  setOperatorRole,
  removeOperatorRow,
  endSessionsOfOperator,
  listSessionRows,
  endOneSession,
  endSessions,
]
