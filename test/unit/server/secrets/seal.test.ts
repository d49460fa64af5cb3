import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { generatedKeyRing, keyRing, parseMasterKeys } from '../../../../server/secrets/key-ring.ts'
import { sealer } from '../../../../server/secrets/seal.ts'
import { environmentOf, hashSecret, newClientSecret, newToken, sameHash } from '../../../../server/secrets/tokens.ts'

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) })
const secret = { accessToken: 'very secret' }

test('a sealed value opens only for its owner', () => {
  const { seal, open } = sealer(keyRing([key('1', 1)]), 'sandbox')
  const sealed = seal('exchange credentials', ['client', 'row'], secret)
  assert.ok(!sealed.includes('very'))
  assert.deepEqual(open('exchange credentials', ['client', 'row'], sealed), secret)
  assert.throws(() => open('exchange credentials', ['another', 'row'], sealed))
  assert.throws(() => open('exchange credentials', ['client', 'another'], sealed))
  assert.throws(() => open('kept answer', ['client', 'row'], sealed))
  assert.throws(() =>
    sealer(keyRing([key('1', 1)]), 'production').open('exchange credentials', ['client', 'row'], sealed),
  )
})

test('a changed letter does not open', () => {
  const { seal, open } = sealer(keyRing([key('1', 1)]), 'sandbox')
  const sealed = seal('exchange credentials', ['row'], secret)
  const at = sealed.length - 5
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  assert.throws(() => open('exchange credentials', ['row'], changed))
})

test('an old key still opens after a new one seals, and no longer after its removal', () => {
  const old = sealer(keyRing([key('1', 1)]), 'sandbox').seal('exchange credentials', ['row'], secret)
  const both = sealer(keyRing([key('2', 2), key('1', 1)]), 'sandbox')
  assert.deepEqual(both.open('exchange credentials', ['row'], old), secret)
  assert.match(both.seal('exchange credentials', ['row'], secret), /^v1\.2\./)
  assert.throws(() => sealer(keyRing([key('2', 2)]), 'sandbox').open('exchange credentials', ['row'], old))
})

test('master keys of the wrong length are refused', () => {
  assert.throws(() => parseMasterKeys('1:abc'))
  assert.throws(() => parseMasterKeys(''))
  assert.equal(parseMasterKeys(`2:${randomBytes(32).toString('base64url')}`).current.id, '2')
})

test('the generated key is stored, readable by its owner only', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys')
  const first = generatedKeyRing(folder)
  assert.ok(first.current.bytes.equals(generatedKeyRing(folder).current.bytes))
  assert.equal(statSync(join(folder, 'master-keys')).mode & 0o777, 0o600)
})

test('tokens and secrets name their environment and are never alike', () => {
  for (const environment of ['sandbox', 'production'] as const) {
    assert.equal(environmentOf(newToken('at', environment)), environment)
    assert.equal(environmentOf(newClientSecret(environment)), environment)
  }
  assert.equal(environmentOf('something else'), null)
  assert.notEqual(newToken('at', 'sandbox'), newToken('at', 'sandbox'))
  assert.ok(sameHash(hashSecret('a'), hashSecret('a')))
  assert.ok(!sameHash(hashSecret('a'), hashSecret('b')))
})
