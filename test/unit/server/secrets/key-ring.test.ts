import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import {
  deriveKey,
  generatedKeyRing,
  keyRing,
  newKeyCommand,
  parseMasterKeys,
  restoreKeys,
  storedKeyRing,
} from '../../../../server/secrets/key-ring.ts'

const key = randomBytes(32).toString('base64url')
const other = randomBytes(32)
const root = mkdtempSync(join(tmpdir(), 'keys-'))
after(() => rmSync(root, { recursive: true }))

test('keys are read in base64url and in base64, and the first one seals', () => {
  const ring = parseMasterKeys(`2:${other.toString('base64')}, 1:${key}\n`)
  assert.equal(ring.current.id, '2')
  assert.deepEqual(ring.current.bytes, other)
  assert.deepEqual(ring.ids, ['2', '1'])
  assert.equal(ring.byId('1')?.bytes.toString('base64url'), key)
  assert.equal(ring.byId('3'), undefined)
})

test('an id has up to 20 letters, digits, dashes and underscores', () => {
  const id = 'key-of_november-2026'
  assert.deepEqual(parseMasterKeys(`${id}:${key}`).ids, [id])
})

const notPairs = /^must be id:key pairs, each key 32 random bytes in base64url$/
const refused: Record<string, [ring: string, message: RegExp]> = {
  'an empty text': ['', notPairs],
  'a key of the wrong length': ['1:abc', notPairs],
  'a third part': [`1:${key}:more`, notPairs],
  'characters that are not base64': [`1:${key}!!!`, notPairs],
  'a space inside': [`1:${key.slice(0, 20)} ${key.slice(20)}`, notPairs],
  'text before the id': [`the key 1:${key}`, notPairs],
  'an id of 21 letters': [`${'a'.repeat(21)}:${key}`, notPairs],
  'a key without id': [`:${key}`, notPairs],
  'one key under two ids': [`1:${key},2:${key}`, /^has a key [12] that equals another key\. Create a new one$/],
  'two keys under one id': [
    `1:${key},1:${other.toString('base64url')}`,
    /^has two keys with the id 1\. Give the new key another id$/,
  ],
}
for (const [name, [ring, message]] of Object.entries(refused)) {
  test(`${name} is refused, and the message repeats no key`, () => {
    assert.throws(
      () => parseMasterKeys(ring),
      (error: Error) => message.test(error.message) && !error.message.includes(key),
    )
  })
}

/** 32 bytes. */
const bytesOf = (byteAt: (at: number) => number) => Buffer.from(Array.from({ length: 32 }, (_, at) => byteAt(at)))
const half = randomBytes(16)
/** All different, in no order, and a letter each, from the first to the last printable one. */
const letters = Buffer.from('~ pQ7#dZ!x2Lm&Vb9@Kt(hY5%cJw)Gr{')
/** `letters`, of which the last is replaced by this byte. */
const lettersAnd = (byte: number) => Buffer.from([...letters.subarray(0, 31), byte])

const patterns: Record<string, Buffer> = {
  'a constant': bytesOf(() => 7),
  'typed text': Buffer.from('correct-horse-battery-staple-abc'),
  'a typed sequence': Buffer.from('0123456789abcdefghijklmnopqrstuv'),
  'any text of printable letters': letters,
  'equal steps': bytesOf((at) => (5 + 37 * at) % 256),
  'steps backwards': bytesOf((at) => (250 - 3 * at) % 256),
  'a half that is repeated': Buffer.concat([half, half]),
  'only eleven different bytes': bytesOf((at) => 128 + ((7 * at) % 11)),
}
for (const [name, bytes] of Object.entries(patterns)) {
  test(`${name} is refused as a key, which the message names by its id`, () => {
    assert.equal(bytes.length, 32)
    assert.throws(
      () => parseMasterKeys(`1:${key},2:${bytes.toString('base64url')}`),
      new Error('has a key 2 that is a pattern, not 32 random bytes'),
    )
  })
}

for (const [name, bytes] of Object.entries({
  'a key of twelve different bytes': bytesOf((at) => 128 + ((7 * at) % 12)),
  'a key with one byte below the printable ones': lettersAnd(0x1f),
  'a key with one byte above the printable ones': lettersAnd(0x7f),
})) {
  test(`${name} is accepted`, () => {
    assert.deepEqual(parseMasterKeys(`1:${bytes.toString('base64url')}`).current.bytes, bytes)
  })
}

test('a ring needs a key', () => {
  assert.throws(() => keyRing([]), /^Error: at least one master key is needed$/)
})

test('the command for a new key prints one that is accepted', () => {
  const [, script = ''] = /^node -p "(.*)"$/.exec(newKeyCommand) ?? []
  const print = () => String(runInNewContext(script, { require: createRequire(import.meta.url) }))
  assert.deepEqual(parseMasterKeys(print()).ids, ['1'])
  assert.notEqual(print(), print())
})

test('the generated key is stored, readable by its owner only', () => {
  const folder = join(root, 'data', 'keys')
  assert.equal(storedKeyRing(folder), null)
  assert.equal(existsSync(folder), false)
  const first = generatedKeyRing(folder)
  assert.ok(first.current.bytes.equals(generatedKeyRing(folder).current.bytes))
  assert.deepEqual(storedKeyRing(folder)?.current, first.current)
  const file = join(folder, 'master-keys')
  assert.deepEqual([statSync(file).mode & 0o777, statSync(folder).mode & 0o777], [0o600, 0o700])
  assert.ok(restoreKeys.includes('MASTER_KEYS') && file.endsWith(/file (\S+)/.exec(restoreKeys)?.[1] ?? assert.fail()))
})

test('looking for a stored key generates none', () => {
  const folder = join(root, 'empty')
  mkdirSync(folder)
  assert.equal(storedKeyRing(folder), null)
  assert.equal(existsSync(join(folder, 'master-keys')), false)
})

test('a stored key that others may read is closed to them', () => {
  const folder = join(root, 'open')
  mkdirSync(folder)
  const file = join(folder, 'master-keys')
  writeFileSync(file, `1:${key}`)
  chmodSync(file, 0o644)
  assert.equal(storedKeyRing(folder)?.current.bytes.toString('base64url'), key)
  assert.equal(statSync(file).mode & 0o777, 0o600)
})

test('each purpose and each master key has its own key', () => {
  const [one, two] = [bytesOf(() => 1), bytesOf(() => 2)]
  const keys = [
    deriveKey({ id: '1', bytes: one }, 'webhook secret'),
    deriveKey({ id: '1', bytes: one }, 'kept answer'),
    deriveKey({ id: '1', bytes: two }, 'kept answer'),
  ]
  assert.equal(new Set(keys.map((each) => each.toString('hex'))).size, 3)
  assert.ok(keys.every(({ length }) => length === 32))
})
