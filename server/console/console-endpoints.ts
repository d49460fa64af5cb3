// Every endpoint of the console. There is no other way to mount one.

import { readAttention } from './attention-endpoints.ts'
import { listAuditEntries, verifyAuditLog } from './audit-endpoints.ts'
import {
  addClientCallback,
  addClientSecret,
  allowClientPlace,
  createClient,
  disallowClientPlace,
  removeClientCallback,
  removeClientLimit,
  revokeClientSecret,
  setClientLimit,
} from './client-actions.ts'
import { listClients, readClientDetail } from './client-endpoints.ts'
import type { ConsoleEndpoint } from './console-endpoint.ts'
import { readIntegrations } from './integration-endpoints.ts'
import { acceptInvitation, invitationOptions, readInvitation } from './invitation-endpoints.ts'
import { finishOidc, startOidc } from './oidc-endpoints.ts'
import { invite, listOperatorRows, removeOperatorRow, setOperatorRole } from './operator-endpoints.ts'
import { overviewEndpoint } from './overview-endpoints.ts'
import { passkeyOptions, signInWithPasskey } from './passkey-endpoints.ts'
import { pauseSending, readPauses, resumeSending } from './pause-endpoints.ts'
import {
  acknowledgeFlag,
  approveResolution,
  declineResolution,
  lookUpTransaction,
  proposeResolution,
  resolveAtOnce,
} from './resolve-endpoints.ts'
import { readSeenPayments } from './seen-payment-endpoints.ts'
import { endOneSession, endSessions, endSessionsOfOperator, listSessionRows } from './session-endpoints.ts'
import { readMethods, readOwnSession, signInAgainAsDemo, signInOnce, signOut } from './sign-in-endpoints.ts'
import { listTransfers, readTransfer, readTransferChoices } from './transfer-endpoints.ts'
import { pauseWebhook, replayWebhook, resumeWebhook, testWebhook } from './webhook-actions.ts'
import { listWebhookDeliveries, listWebhooks, readWebhook, readWebhookDelivery } from './webhook-endpoints.ts'

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
  listClients,
  readClientDetail,
  createClient,
  addClientSecret,
  revokeClientSecret,
  addClientCallback,
  removeClientCallback,
  setClientLimit,
  removeClientLimit,
  allowClientPlace,
  disallowClientPlace,
  readPauses,
  pauseSending,
  resumeSending,
  listWebhooks,
  readWebhook,
  listWebhookDeliveries,
  readWebhookDelivery,
  pauseWebhook,
  resumeWebhook,
  testWebhook,
  replayWebhook,
  readIntegrations,
  overviewEndpoint,
  listOperatorRows,
  invite,
  setOperatorRole,
  removeOperatorRow,
  endSessionsOfOperator,
  listSessionRows,
  endOneSession,
  endSessions,
  readAttention,
  listTransfers,
  readTransferChoices,
  readTransfer,
  lookUpTransaction,
  readSeenPayments,
  resolveAtOnce,
  proposeResolution,
  approveResolution,
  declineResolution,
  acknowledgeFlag,
]
