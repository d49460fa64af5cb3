// Encryption of exchange credentials at rest: AES-256-GCM with a key per purpose. A sealed text is bound to its owner (client, record,
// environment) and does not open in another row.

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { deriveKey, type KeyRing, type MasterKey } from './key-ring.ts'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** Each has its own derived key. The texts cannot change: what is stored is sealed for them. */
export const sealPurposes = [
  'exchange credentials',
  'sign-in under way',
  'kept answer',
  'webhook secret',
  'webhook client certificate',
] as const
export type SealPurpose = (typeof sealPurposes)[number]

export interface Sealer {
  /** The id of the master key that seals. */
  readonly keyId: string
  /** The ids of all master keys that open. */
  readonly keyIds: readonly string[]
  /** `owner` lists the facts that bind the secret to its row, in a fixed order. */
  seal(purpose: SealPurpose, owner: readonly string[], secret: Record<string, string>): string
  /** Throws if the text was changed, belongs to another owner, or its key is missing. */
  open(purpose: SealPurpose, owner: readonly string[], sealed: string): Record<string, string>
}

/** The id of the master key that sealed a text. */
export function keyIdOf(sealed: string): string {
  return sealed.split('.')[1] ?? ''
}

export function sealer(keys: KeyRing, environment: string): Sealer {
  const boundTo = (purpose: SealPurpose, owner: readonly string[]) =>
    Buffer.from(JSON.stringify([version, environment, purpose, ...owner]))
  // Deriving a key is the slowest part of sealing, and creating its key object is next. There are few keys and purposes.
  const derived = new Map<string, KeyObject>()
  const keyFor = (master: MasterKey, purpose: SealPurpose) => {
    const name = `${master.id} ${purpose}`
    const key = derived.get(name) ?? createSecretKey(deriveKey(master, purpose))
    derived.set(name, key)
    return key
  }
  return {
    keyId: keys.current.id,
    keyIds: keys.ids,
    seal(purpose, owner, secret) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(keys.current, purpose), iv)
      cipher.setAAD(boundTo(purpose, owner))
      const text = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final()])
      return [version, keys.current.id, Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')].join('.')
    },
    open(purpose, owner, sealed) {
      const key = keys.byId(keyIdOf(sealed))
      if (!sealed.startsWith(`${version}.`) || key === undefined)
        throw new Error('sealed with a key that is not in the ring')
      const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', keyFor(key, purpose), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(boundTo(purpose, owner))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
      return JSON.parse(text.toString('utf8')) as Record<string, string>
    },
  }
}
