// Every text of every request goes through `text()`, which refuses what PostgreSQL cannot store. Found here is a field that does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod'
import { endpoints } from '../../../../../server/routes/routes.ts'

/** Passwords and names of people may have zero-width joiners. */
const typed = ['executeTransfer.extra', 'connectAccount.fields', 'executeLinkTransfer.extra']

/** Judged by their route, so that a wrong one has a specific error. */
const judgedByRoute = ['userId', 'callbackUrl', 'enableTransfers']

interface Def {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  shape?: Record<string, z.ZodType>
}

/** The paths of all texts of a schema that accept this character. */
function openTexts(schema: z.ZodType, path: string, character: string): string[] {
  const def = schema.def as unknown as Def
  if (def.type === 'string') return schema.safeParse(`a${character}b`).success ? [path] : []
  if (def.shape)
    return Object.entries(def.shape).flatMap(([name, field]) => openTexts(field, `${path}.${name}`, character))
  return [def.innerType, def.in, def.element, def.keyType, def.valueType].flatMap((inner) =>
    inner ? openTexts(inner, path, character) : [],
  )
}

function foundIn(character: string): string[] {
  const found = endpoints.flatMap(({ id, query, body }) =>
    [query, body?.schema].flatMap((schema) => (schema ? openTexts(schema, id, character) : [])),
  )
  return found.filter((path) => !judgedByRoute.includes(path.split('.')[1] ?? ''))
}

test('no text of a request may hold a control, invisible or direction character', () => {
  for (const character of ['\u0000', '\u001b', '\u0085', '\u061c', '\u200e', '\u202e', '\u2066', '\u2028', '\ud800']) {
    assert.deepEqual(foundIn(character), [], JSON.stringify(character))
  }
})

test('zero-width joiners may stand only in what a user types for the exchange', () => {
  for (const character of ['\u200c', '\u200d']) assert.deepEqual(foundIn(character), typed)
})

test('an object with a length property is refused as text or list, without a crash', () => {
  const odd = { length: { toString: 'x' } }
  let texts = 0
  const refuse = (schema: z.ZodType, path: string): void => {
    const def = schema.def as unknown as Def
    if (def.type === 'string' || def.type === 'array') {
      texts++
      assert.equal(schema.safeParse(odd).success, false, path)
    }
    for (const [name, field] of Object.entries(def.shape ?? {})) refuse(field, `${path}.${name}`)
    for (const inner of [def.innerType, def.in, def.element, def.valueType]) if (inner) refuse(inner, path)
  }
  for (const { id, query, body } of endpoints) {
    for (const schema of [query, body?.schema]) if (schema) refuse(schema, id)
  }
  assert.ok(texts > 30, `only ${texts} texts`)
})
