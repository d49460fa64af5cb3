// The licences of everything that is shipped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissiveLicences, shippedPackages } from '../../../scripts/generate/licence-table.ts'

test('every shipped package has a permissive licence', () => {
  const packages = shippedPackages()
  const names = packages.map(({ name }) => name)
  for (const name of ['hono', 'pg', 'lit', 'lit-html', '@lit-labs/ssr', 'parse5', 'entities'])
    assert.ok(names.includes(name), name)
  assert.deepEqual(
    packages.filter(({ licence }) => !permissiveLicences.includes(licence)),
    [],
  )
})
