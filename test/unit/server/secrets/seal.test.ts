import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyRing } from '../../../../server/secrets/key-ring.ts'
import { keyIdOf, type SealPurpose, sealer, sealPurposes } from '../../../../server/secrets/seal.ts'

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) })
const secret = { accessToken: 'very secret' }
const noKey = new Error('sealed with a key that is not in the ring')

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

test('a text whose tag is cut off is refused for the length of the tag', () => {
  const { seal, open } = sealer(keyRing([key('1', 1)]), 'sandbox')
  const sealed = seal('exchange credentials', ['row'], secret)
  const [ivAndFourBytes, letters] = [16, 4 / 3]
  const start = sealed.lastIndexOf('.') + 1
  const cut = sealed.slice(0, start + Math.ceil(ivAndFourBytes * letters))
  assert.throws(() => open('exchange credentials', ['row'], cut), /authentication tag length/i)
})

test('an old key still opens after a new one seals, and no longer after its removal', () => {
  const old = sealer(keyRing([key('1', 1)]), 'sandbox').seal('exchange credentials', ['row'], secret)
  const both = sealer(keyRing([key('2', 2), key('1', 1)]), 'sandbox')
  assert.deepEqual(both.open('exchange credentials', ['row'], old), secret)
  const fresh = both.seal('exchange credentials', ['row'], secret)
  assert.match(fresh, /^v1\.2\./)
  const [onlyNew, onlyOld] = [key('2', 2), key('1', 1)].map((each) => sealer(keyRing([each]), 'sandbox'))
  assert.deepEqual(onlyNew?.open('exchange credentials', ['row'], fresh), secret)
  assert.throws(() => onlyNew?.open('exchange credentials', ['row'], old), noKey)
  assert.throws(() => onlyOld?.open('exchange credentials', ['row'], fresh), noKey)
})

test('one sealer seals for several purposes as separate ones do', () => {
  const one = sealer(keyRing([key('1', 1)]), 'sandbox')
  for (const purpose of sealPurposes) {
    const sealed = one.seal(purpose, ['row'], secret)
    assert.deepEqual(sealer(keyRing([key('1', 1)]), 'sandbox').open(purpose, ['row'], sealed), secret)
  }
})

test('a sealed text names its master key, and any other text none', () => {
  const { seal, keyId, keyIds } = sealer(keyRing([key('new', 2), key('1', 1)]), 'sandbox')
  assert.deepEqual(keyIds, ['new', '1'])
  assert.deepEqual([keyId, keyIdOf(seal('kept answer', ['row'], secret))], ['new', 'new'])
  assert.equal(keyIdOf('something else'), '')
})

test('a text of another version, or that is not sealed, does not open', () => {
  const { seal, open } = sealer(keyRing([key('1', 1)]), 'sandbox')
  const sealed = seal('kept answer', ['row'], secret)
  for (const text of [sealed.replace('v1', 'v2'), '', 'v1', 'something else']) {
    assert.throws(() => open('kept answer', ['row'], text), noKey, text)
  }
  assert.throws(() => open('kept answer', ['row'], 'v1.1.'))
})

/** Sealed by the first release, for the client `client` and the record `row`. They open for ever, as what is stored does. */
const sealedOnce: Record<SealPurpose, string> = {
  'exchange credentials': 'v1.1.LRpzinuUmBGPhEmkgjedtB_IuYTcBOyXOzmrDXnTBzrmyhyu3mLc29mEow',
  'sign-in under way': 'v1.1.s9zQ6hlV-kYCcgYwdqI2303qqWhpoX7avU5pJLobT_uCw4o1SeQzi0EfaQ',
  'kept answer': 'v1.1.7C64eVF4FHPOu4xou6lQmlKf6x4wGpvrkLmD8cTscqqGanVD4fuudYAYVw',
  'webhook secret': 'v1.1.uyHH1hfbrtHXrp7B--xhIhnYf4-rcyYzw6038GMc4-XNaazU0RagD5mVpQ',
  'webhook client certificate': 'v1.1.u1FAXnecSkCHLZLevFKs3DwOAB93y2IHkfPB8LfGl7FZSProTEO8PfC2wA',
}
for (const purpose of sealPurposes) {
  test(`what was sealed once as ${purpose} still opens`, () => {
    const { open } = sealer(keyRing([key('1', 1)]), 'sandbox')
    assert.deepEqual(open(purpose, ['client', 'row'], sealedOnce[purpose]), { name: 'Zoë' })
  })
}
