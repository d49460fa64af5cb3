// Every text of every request goes through `text()`, which refuses what PostgreSQL cannot store. Found here is a field that does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod'
import { endpoints } from '../../../../server/routes/endpoints.ts'

/** Judged by their route, so that a wrong one has an error of its own. */
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

/** The paths of all texts of a schema that let a NUL through. */
function openTexts(schema: z.ZodType, path: string): string[] {
  const def = schema.def as unknown as Def
  if (def.type === 'string') return schema.safeParse('a\u0000b').success ? [path] : []
  if (def.shape) return Object.entries(def.shape).flatMap(([name, field]) => openTexts(field, `${path}.${name}`))
  return [def.innerType, def.in, def.element, def.valueType].flatMap((inner) => (inner ? openTexts(inner, path) : []))
}

test('no text of a request may hold a NUL', () => {
  const found = endpoints.flatMap(({ id, query, body }) =>
    [query, body?.schema].flatMap((schema) => (schema ? openTexts(schema, id) : [])),
  )
  assert.deepEqual(
    found.filter((path) => !judgedByRoute.includes(path.split('.')[1] ?? '')),
    [],
  )
})

test('something that has a length of its own is no text, and crashes nothing', () => {
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
