import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { parseMasterKeys } from '../../../../server/secrets/key-ring.ts'

const key = randomBytes(32).toString('base64url')
const other = randomBytes(32)

test('keys are read in base64url and in base64, and the first one seals', () => {
  const ring = parseMasterKeys(`2:${other.toString('base64')}, 1:${key}`)
  assert.equal(ring.current.id, '2')
  assert.deepEqual(ring.current.bytes, other)
  assert.equal(ring.byId('1')?.bytes.toString('base64url'), key)
})

const text = (characters: string) => Buffer.from(characters).toString('base64url')
const refused: Record<string, string> = {
  'one key under two ids': `1:${key},2:${key}`,
  'two keys under one id': `1:${key},1:${other.toString('base64url')}`,
  'a third part': `1:${key}:more`,
  'characters that are not base64': `1:${key}!!!`,
  'a space inside': `1:${key.slice(0, 20)} ${key.slice(20)}`,
  'a constant': `1:${Buffer.alloc(32, 7).toString('base64url')}`,
  'typed text': `1:${text('correct-horse-battery-staple-abc')}`,
  'a typed sequence': `1:${text('0123456789abcdefghijklmnopqrstuv')}`,
}
for (const [name, ring] of Object.entries(refused)) {
  test(`${name} is refused, and the message repeats no key`, () => {
    assert.throws(
      () => parseMasterKeys(ring),
      ({ message }: Error) => !message.includes(key),
    )
  })
}
