// A passkey authenticator in software, with the browser's part of registration and sign-in. What it signs can be wrong on purpose.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface PasskeyRequest {
  challenge: string
  origin: string
  rpId: string
  isUserVerified?: boolean
}

export interface TestPasskey {
  id: string
  userHandle: string
  privateKey: KeyObject
  counter: number
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** As navigator.credentials.create() answers. */
export function createPasskey({ userHandle, ...request }: PasskeyRequest & { userHandle: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = Buffer.concat([
    // A map of five entries: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, 'base64url'),
  ])
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), id, coseKey])
  const data = authenticatorData(request, { counter: 0, attested })
  const attestationObject = Buffer.concat([
    // { fmt: 'none', attStmt: {}, authData }
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])
  const passkey: TestPasskey = { id: base64url(id), userHandle, privateKey, counter: 0 }
  const clientDataJSON = base64url(clientData('webauthn.create', request))
  const response = { clientDataJSON, attestationObject: base64url(attestationObject), transports: ['internal'] }
  return { passkey, credential: { id: passkey.id, rawId: passkey.id, type: 'public-key', response } }
}

/** As navigator.credentials.get() answers. `counter`: what the authenticator states, one more than before by default. */
export function usePasskey(
  passkey: TestPasskey,
  { counter = ++passkey.counter, ...request }: PasskeyRequest & { counter?: number },
) {
  const data = authenticatorData(request, { counter })
  const client = clientData('webauthn.get', request)
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), passkey.privateKey)
  const response = {
    clientDataJSON: base64url(client),
    authenticatorData: base64url(data),
    signature: base64url(signature),
    userHandle: base64url(passkey.userHandle),
  }
  return { id: passkey.id, rawId: passkey.id, type: 'public-key', response }
}

function clientData(type: string, { challenge, origin }: PasskeyRequest): string {
  return JSON.stringify({ type, challenge, origin, crossOrigin: false })
}

function authenticatorData(
  { rpId, isUserVerified = true }: PasskeyRequest,
  { counter, attested = Buffer.alloc(0) }: { counter: number; attested?: Buffer },
): Buffer {
  const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
  const counterBytes = Buffer.alloc(4)
  counterBytes.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counterBytes, attested])
}
