import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  environmentOf,
  hashSecret,
  newClientSecret,
  newToken,
  sameHash,
  shownPrefix,
} from '../../../../server/secrets/tokens.ts'

test('tokens and secrets name their kind and environment, and are never alike', () => {
  for (const environment of ['sandbox', 'production'] as const) {
    for (const prefix of ['at', 'rt', 'ls', 'ac'] as const) {
      const token = newToken(prefix, environment)
      assert.match(token, new RegExp(`^${prefix}-${environment}-[\\w-]{43}$`))
      assert.equal(environmentOf(token), environment)
    }
    assert.equal(environmentOf(newClientSecret(environment)), environment)
  }
  assert.match(newClientSecret('sandbox'), /^sk_sandbox_[\w-]{43}$/)
  assert.match(newClientSecret('production'), /^sk_live_[\w-]{43}$/)
  assert.notEqual(newToken('at', 'sandbox'), newToken('at', 'sandbox'))
  assert.notEqual(newClientSecret('sandbox'), newClientSecret('sandbox'))
})

test('a text without the prefix of a token or secret at its start has no environment', () => {
  const texts = ['something else', 'xat-sandbox-1', 'xat-production-1', 'xx-sandbox-1', 'x sk_live_1', 'sk_sandbox', '']
  for (const text of texts) assert.equal(environmentOf(text), null, text)
})

test('only four characters of the random part of a client secret are shown', () => {
  const [inSandbox, inProduction] = [newClientSecret('sandbox'), newClientSecret('production')]
  assert.equal(shownPrefix(inSandbox), inSandbox.slice(0, 'sk_sandbox_'.length + 4))
  assert.equal(shownPrefix(inProduction), inProduction.slice(0, 'sk_live_'.length + 4))
})

test('nothing is shown of a text that does not begin as a client secret', () => {
  const texts = [newToken('at', 'sandbox'), `x ${newClientSecret('sandbox')}`, 'sk_live_abc', '']
  for (const text of texts) assert.equal(shownPrefix(text), '', text)
})

test('a secret is stored as its SHA-256, which stays the same', () => {
  assert.equal(hashSecret('sk_sandbox_demo'), 'GirBNB35wGOg4Wn1NEaYjVN0JzOD26oItnjbtYTOpo0')
})

test('only equal hashes are the same, whatever their lengths', () => {
  assert.equal(sameHash(hashSecret('a'), hashSecret('a')), true)
  assert.equal(sameHash(hashSecret('a'), hashSecret('b')), false)
  assert.equal(sameHash(hashSecret('a'), hashSecret('a').slice(1)), false)
})
