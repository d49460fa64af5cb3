// No sample passes an amount through a number of its language, which would round an amount of many digits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedPages } from '../../../scripts/docs/write-generated-pages.ts'

const samples = generatedPages()
  .filter(({ file }) => file.startsWith('reference/'))
  .flatMap(({ slug, body }) =>
    [...body.matchAll(/^```(js|python)\n(.*?)^```/gms)].map(([, language, text = '']) => ({ slug, language, text })),
  )

test('the samples for Node write amounts as JSON text', () => {
  const withAmount = samples.filter(({ language, text }) => language === 'js' && text.includes('Amount:'))
  assert.deepEqual(
    withAmount.map(({ slug }) => slug),
    ['api/reference/previewTransfer'],
  )
  for (const { text } of withAmount) assert.match(text, /Amount: JSON\.rawJSON\('12\.345678'\)/)
})

test('the samples for Python encode no number with a fraction', () => {
  const encoded = samples.filter(({ language, text }) => language === 'python' && /json\.dumps/.test(text))
  assert.ok(encoded.length > 10)
  assert.deepEqual(
    encoded.filter(({ text }) => /: \d+\.\d/.test(text)),
    [],
  )
})
