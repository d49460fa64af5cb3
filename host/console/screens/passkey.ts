// The ceremonies of passkeys. The browser asks for the operator's fingerprint, face or PIN.

import type { ConsoleApi } from '../api/console-api.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'

/** Signs in with a passkey that was registered here. */
export async function signInWithPasskey(_api: ConsoleApi): Promise<void> {
  throw notSupported()
}

/** Registers a passkey with the code of an invitation, and signs in. */
export async function registerPasskey(_api: ConsoleApi, _invite: string): Promise<void> {
  throw notSupported()
}

function notSupported(): ConsoleApiError {
  return new ConsoleApiError(
    { errorType: 'passkeyNotSupported', message: 'This server does not accept passkeys.' },
    400,
  )
}
