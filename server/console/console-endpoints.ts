// Every endpoint of the console. There is no other way to mount one.

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
import { overviewEndpoint } from './overview-endpoints.ts'
import { pauseSending, readPauses, resumeSending } from './pause-endpoints.ts'
import { readMethods, readOwnSession, signInOnce, signOut } from './sign-in-endpoints.ts'
import { pauseWebhook, replayWebhook, resumeWebhook, testWebhook } from './webhook-actions.ts'
import { listWebhookDeliveries, listWebhooks, readWebhook, readWebhookDelivery } from './webhook-endpoints.ts'

export const consoleEndpoints: readonly ConsoleEndpoint[] = [
  readMethods,
  signInOnce,
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
]
