// Every endpoint of the console. There is no other way to mount one.

import { listAuditEntries, verifyAuditLog } from './audit-endpoints.ts'
import type { ConsoleEndpoint } from './console-endpoint.ts'
import { overviewEndpoint } from './overview-endpoints.ts'
import { readMethods, readOwnSession, signInOnce, signOut } from './sign-in-endpoints.ts'

export const consoleEndpoints: readonly ConsoleEndpoint[] = [
  readMethods,
  signInOnce,
  signOut,
  readOwnSession,
  listAuditEntries,
  verifyAuditLog,
  overviewEndpoint,
]
