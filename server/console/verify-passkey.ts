// The only user of @simplewebauthn/server, which is loaded with the first passkey.

import { isIP } from 'node:net'
import type { NewPasskey, PasskeyAssertion } from '../contract/console/sign-in.ts'
import type { Passkey } from './passkeys.ts'

const load = () => import('@simplewebauthn/server')
const rpName = 'Transfer Link console'
const timeout = 300_000
/** Ed25519, ES256 and RS256: each browser and security key has one of them. */
const algorithms = [-8, -7, -257]

interface Site {
  /** The address of the console. */
  url: string
}

/** Why browsers refuse passkeys at this address. Null if they accept them. */
export function passkeysRefusedAt(url: string): string | null {
  const { protocol, hostname, port } = new URL(url)
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0)
    return `Browsers offer passkeys only at a host name, and the console is at ${hostname}. Set CONSOLE_URL to a name, for example http://console.localhost${port && `:${port}`} on this machine.`
  if (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')) return null
  return 'Browsers offer passkeys only over https. Set CONSOLE_URL to an https address.'
}

export async function registrationOptions(
  { url }: Site,
  { operator, known }: { operator: { id: string; name: string }; known: readonly Pick<Passkey, 'id' | 'transports'>[] },
) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    ...{ rpName, rpID: new URL(url).hostname, timeout, supportedAlgorithmIDs: algorithms },
    ...{ userName: operator.name, userDisplayName: operator.name, userID: new Uint8Array(Buffer.from(operator.id)) },
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Null if the response is not valid. */
export async function verifyRegistration(
  { url }: Site,
  { credential, challenge }: { credential: NewPasskey; challenge: string },
): Promise<Omit<Passkey, 'operatorId'> | null> {
  const { verifyRegistrationResponse } = await load()
  const { transports = [], ...response } = credential.response
  const result = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    ...expected(url),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!result?.verified) return null
  const { id, publicKey, counter } = result.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** `known`: the passkeys of the operator who signs in again. Without them, the browser offers every passkey of the console. */
export async function authenticationOptions({ url }: Site, known: readonly Pick<Passkey, 'id' | 'transports'>[]) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    ...{ rpID: new URL(url).hostname, timeout, userVerification: 'required' },
    allowCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
  })
}

/** Returns the new counter. Null if the response is not valid, or the counter went back. */
export async function verifyAuthentication(
  { url }: Site,
  { credential, challenge, passkey }: { credential: PasskeyAssertion; challenge: string; passkey: Passkey },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load()
  const { userHandle, ...response } = credential.response
  if (userHandle != null && Buffer.from(userHandle, 'base64url').toString() !== passkey.operatorId) return null
  const { id, publicKey, counter } = passkey
  const result = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    ...expected(url),
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => null)
  return result?.verified ? result.authenticationInfo.newCounter : null
}

function expected(url: string) {
  return { expectedOrigin: new URL(url).origin, expectedRPID: new URL(url).hostname }
}
