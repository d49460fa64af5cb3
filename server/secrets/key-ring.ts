// Master keys and keys derived from them. The first key seals and every key opens, so a key can be rotated.

import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MasterKey {
  id: string
  bytes: Buffer
}

export interface KeyRing {
  readonly current: MasterKey
  /** The first is the current one's. */
  readonly ids: readonly string[]
  byId(id: string): MasterKey | undefined
}

const keyBytes = 32

/** Command that generates a key; prints `1:` and the key. */
export const newKeyCommand = `node -p "'1:' + require('crypto').randomBytes(32).toString('base64url')"`

/** Reads `id:base64url,id:base64url`. The first key seals. Throws an Error whose message never contains a key. */
export function parseMasterKeys(text: string): KeyRing {
  const keys = text.split(',').map((part) => {
    const pair = part.trim()
    // 43 letters of base64 are 32 bytes.
    if (!/^[\w-]{1,20}:[\w+/-]{43}=?$/.test(pair)) {
      throw new Error('must be id:key pairs, each key 32 random bytes in base64url')
    }
    const colon = pair.indexOf(':')
    const [id, bytes] = [pair.slice(0, colon), Buffer.from(pair.slice(colon + 1), 'base64url')]
    if (isPattern(bytes)) throw new Error(`has a key ${id} that is a pattern, not 32 random bytes`)
    return { id, bytes }
  })
  const ids = keys.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  // A sealed row would not say which of the two keys opens it.
  if (twice !== undefined) throw new Error(`has two keys with the id ${twice}. Give the new key another id`)
  const copy = keys.find(({ bytes }, at) => keys.findIndex((other) => other.bytes.equals(bytes)) !== at)
  if (copy !== undefined) throw new Error(`has a key ${copy.id} that equals another key. Create a new one`)
  return keyRing(keys)
}

/** Typed text, few different bytes, a repeated part, or equal steps. A random source does not produce these. */
function isPattern(bytes: Buffer): boolean {
  const isRepeated = bytes.subarray(0, 16).equals(bytes.subarray(16))
  // As bytes: modulo 256.
  const steps = bytes.subarray(1).map((byte, at) => byte - bytes.readUInt8(at))
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  return isText || new Set(bytes).size < 12 || isRepeated || new Set(steps).size === 1
}

/** Instruction for master keys that do not open the sealed data. */
export const restoreKeys =
  'Restore MASTER_KEYS, or the file keys/master-keys of the data folder, from where this data was sealed. A key that is replaced stays in the list.'

/** The sandbox's generated key, or null if none was generated yet. */
export function storedKeyRing(folder: string): KeyRing | null {
  return existsSync(join(folder, 'master-keys')) ? generatedKeyRing(folder) : null
}

/** The sandbox's key, generated on the first start and stored in the data folder, readable only by its owner. */
export function generatedKeyRing(folder: string): KeyRing {
  const file = join(folder, 'master-keys')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, `1:${randomBytes(keyBytes).toString('base64url')}`, { mode: 0o600, flag: 'wx' })
  }
  chmodSync(file, 0o600)
  return parseMasterKeys(readFileSync(file, 'utf8'))
}

export function keyRing(keys: readonly MasterKey[]): KeyRing {
  const [current] = keys
  if (current === undefined) throw new Error('at least one master key is needed')
  const byId = new Map(keys.map((key) => [key.id, key]))
  return { current, ids: [...byId.keys()], byId: (id) => byId.get(id) }
}

export function deriveKey(master: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master.bytes, Buffer.alloc(0), `transfer-link ${purpose}`, keyBytes))
}
