import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'

const { all, byKey } = networkCatalogue('production')

const tags: [key: string, right: string[], wrong: string[]][] = [
  [
    'xrp',
    ['0', '1', '104729', '4294967295'],
    ['4294967296', '-1', '007', '1.5', '0x10', '1e3', 'memo', ' 1', '1&amount=9', ''],
  ],
  [
    'stellar',
    ['1', '18446744073709551615', 'invoice-104729', 'a'.repeat(28), 'fA'.repeat(32)],
    ['a'.repeat(29), 'f'.repeat(65), 'a b', 'a&b=c', 'é', '-a', 'a-', ''],
  ],
  ['ton', ['104729', 'order:17', 'a'.repeat(100)], ['a'.repeat(101), 'two words', 'a=b', '-', 'a\n', '']],
  ['ethereum', [], ['1', 'memo']],
  ['bitcoin', [], ['1']],
]
for (const [key, right, wrong] of tags) {
  test(`tags on ${key} have its alphabet and length, and nothing that could change a request`, () => {
    const { tag } = byKey(key) ?? assert.fail()
    for (const text of right) assert.equal(tag.isTag(text), true, text)
    for (const text of wrong) assert.equal(tag.isTag(text), false, text)
  })
}

test('a tag is required where addresses are shared as a rule, allowed on TON and refused elsewhere', () => {
  const uses = all.filter(({ tag }) => tag.use !== 'none')
  assert.deepEqual(
    uses.map(({ key, tag }) => [key, tag.use]),
    [
      ['xrp', 'required'],
      ['stellar', 'required'],
      ['ton', 'optional'],
    ],
  )
})
