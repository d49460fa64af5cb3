import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod'
import { type JsonNumber, parseExactJson } from '../../../../server/contract/json-number.ts'
import { scanJson } from '../../../../server/http/duplicate-keys.ts'
import { foldNames } from '../../../../server/http/fold-names.ts'

test('numbers reach us digit for digit', () => {
  const parsed = parseExactJson('{"a":12345678.901234567890123456,"b":[1e-7,-0]}') as { a: JsonNumber; b: JsonNumber[] }
  assert.equal(parsed.a.source, '12345678.901234567890123456')
  assert.deepEqual(
    parsed.b.map((number) => number.source),
    ['1e-7', '-0'],
  )
})

const duplicates: [string, string | null][] = [
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"A":2}', 'A'],
  ['{"\\u0061":1,"a":2}', 'a'],
  ['{"x":{"b":1},"y":{"b":2}}', null],
  ['[{"a":1},{"a":2}]', null],
  ['{"x":[{"k":1,"K":1}]}', 'K'],
  ['{"a":"a","b":"a"}', null],
  ['{"a":"{\\"a\\":1,\\"a\\":2}"}', null],
  ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
  ['{"a" : 1 , "b" : "c:d"}', null],
]
for (const [text, name] of duplicates) {
  test(`${text} ${name === null ? 'has no name twice' : `has ${name} twice`}`, () => {
    assert.equal(scanJson(text).duplicate, name)
  })
}

test('valid JSON is not reported as having duplicate names, and its depth is right', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      const value: unknown = JSON.parse(text)
      if (!hasLikeNames(value)) assert.equal(scanJson(text).duplicate, null)
      assert.equal(scanJson(text).depth, depthOf(value))
    }),
  )
})

function hasLikeNames(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  const names = Array.isArray(value) ? [] : Object.keys(value).map((name) => name.toLowerCase())
  return new Set(names).size < names.length || Object.values(value).some(hasLikeNames)
}

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('names take the casing of the schema at every depth, and unknown ones stay', () => {
  const schema = z.object({
    ToAddresses: z
      .array(z.strictObject({ NetworkId: z.string() }))
      .nullable()
      .optional(),
  })
  const folded = foldNames(schema, { toaddresses: [{ networkID: 'x', Other: 1 }], More: 2 })
  assert.deepEqual(folded, { ToAddresses: [{ NetworkId: 'x', Other: 1 }], More: 2 })
})

test('a name from Object.prototype is a name like any other', () => {
  const folded = foldNames(
    z.object({ a: z.string() }),
    JSON.parse('{"__proto__":{"a":"x"},"constructor":1,"A":"y"}'),
  ) as { a: string }
  assert.equal(folded.a, 'y')
  assert.equal(({} as { a?: string }).a, undefined)
})
