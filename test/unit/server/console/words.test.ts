// The words of the console cover what the engine writes.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { attentionWords, wordsOfAttention } from '../../../../server/console/attention-words.ts'
import { boundedJson, boundedText } from '../../../../server/console/bounded-text.ts'
import { eventWords } from '../../../../server/console/event-words.ts'

const engine = globSync('server/{transfers,wallets}/*.ts').map((file) => readFileSync(file, 'utf8'))

test('every kind of event that the engine writes has a sentence', () => {
  const kinds = new Set(
    engine.flatMap((text) =>
      [...text.matchAll(/event(?:: | = )\{ kind: ([^,}]+)/g)].flatMap(([, value = '']) =>
        [...value.replace(/=== '\w+'/g, '').matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind),
      ),
    ),
  )
  assert.ok(kinds.size > 25, [...kinds].join(' '))
  assert.deepEqual(
    [...kinds, 'returned', 'canceled', 'created'].filter((kind) => !(kind in eventWords)),
    [],
  )
})

test('every reason of the documentation has its words, and no others', () => {
  const page = readFileSync('docs/src/content/docs/operate/flagged-transfers.md', 'utf8')
  const [, table = ''] = /\| The reason begins with.*?\n\|---.*?\n(.*?)\n\n/s.exec(page) ?? []
  const documented = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
  const reasons = documented.map(([, reason = '']) => reason)
  assert.ok(reasons.length > 15)
  assert.deepEqual(attentionWords.flatMap(({ begins }) => begins).toSorted(), reasons.toSorted())
  const other = wordsOfAttention('something new')
  assert.deepEqual(
    reasons.filter((reason) => wordsOfAttention(`${reason} …`).meaning === other.meaning),
    [],
  )
})

test('external text is bounded and visible', () => {
  assert.equal(boundedText('abc', 3), 'abc')
  assert.equal(boundedText('abcd', 3), 'abc… (4 characters)')
  assert.equal(boundedText('a\u202eb', 10), 'a\\u{202e}b')
  assert.deepEqual(boundedJson({ a: ['xxxx', 1, null] }, 3), { a: ['xxx… (4 characters)', 1, null] })
})
