// Creates and uses passkeys. The browser asks for the operator's fingerprint, face or PIN. The package is loaded when it is used.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { ConsoleApi } from './console-api.ts'
import { ConsoleApiError } from './console-api-error.ts'

const load = () => import('@simplewebauthn/browser')

/** `again`: the operator of the present session confirms an action. */
export async function signInWithPasskey(api: ConsoleApi, { again = false } = {}): Promise<void> {
  const { startAuthentication } = await load()
  const optionsJSON = await api.post<PublicKeyCredentialRequestOptionsJSON>('/api/sign-in/passkey/options', { again })
  const { id, rawId, type, response } = await withReason(() => startAuthentication({ optionsJSON }))
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const credential = { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
  await api.post('/api/sign-in/passkey', { credential })
}

/** Registers a passkey with the code of an invitation, and signs in. */
export async function registerPasskey(api: ConsoleApi, code: string): Promise<void> {
  const { startRegistration } = await load()
  const optionsJSON = await api.post<PublicKeyCredentialCreationOptionsJSON>('/api/sign-in/invitation/options', {
    code,
  })
  const { id, rawId, type, response } = await withReason(() => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  await api.post('/api/sign-in/invitation/passkey', { code, credential })
}

async function withReason<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new ConsoleApiError({ errorType: 'passkeyFailed', message: reasons[name] ?? otherReason }, 400)
  }
}

/** By the name of the browser's error. It does not tell a cancelled request from one that took too long. */
const reasons: Record<string, string> = {
  NotAllowedError: 'The browser’s window was closed, or took too long. Try again.',
  InvalidStateError: 'This device has your passkey already. Sign in with it, or use another device.',
  SecurityError: 'The browser refuses passkeys at this address. Open the console at its usual address.',
  NotSupportedError: 'This device cannot store such a passkey. Use another device, or a security key with a PIN.',
}
const otherReason = 'The browser could not use a passkey. Try again, or use another browser.'
