import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signatureResult } from '../../../../scripts/release/audit-signatures.ts'

const one = { name: 'hono', version: '4.13.19' }
const report = (part: object) => JSON.stringify({ invalid: [], missing: [], ...part })
const failure = (code: string, summary: string) => JSON.stringify({ error: { code, summary } })

test('an invalid signature prevents a release, and so does a missing one in a registry with keys', () => {
  assert.match(signatureResult(0, report({})), /are valid/)
  assert.throws(() => signatureResult(1, report({ invalid: [one] })), /invalid of hono 4\.13\.19/)
  assert.throws(() => signatureResult(1, report({ missing: [one] })), /no signature of hono 4\.13\.19/)
})

test('a registry without keys is reported, and any other failure prevents a release', () => {
  const unsupported = 'found no dependencies to audit that were installed from a supported registry'
  assert.match(signatureResult(1, failure('', unsupported)), /not verified: the registry has no keys/)
  assert.match(signatureResult(1, failure('ENOTFOUND', 'a host')), /not verified: the keys cannot be fetched/)
  assert.throws(() => signatureResult(1, failure('EEXPIREDSIGNATUREKEY', 'the key has expired')), /the key has expired/)
  assert.throws(() => signatureResult(1, report({})), /failed/)
  assert.throws(() => signatureResult(137, ''), /failed/)
})
