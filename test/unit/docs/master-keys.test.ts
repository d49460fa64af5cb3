import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { readConfig } from '../../../server/config.ts'
import { readmeBlock } from '../../support/readme.ts'

test('the server accepts the key that the command of the page prints, and refuses half of it', () => {
  const printed = execFileSync('sh', ['-eu', '-c', readmeBlock('sh', 'randomBytes')], { encoding: 'utf8' }).trim()
  assert.notEqual(readConfig({ MASTER_KEYS: printed }).masterKeys, null)
  assert.throws(() => readConfig({ MASTER_KEYS: printed.slice(0, 24) }), /MASTER_KEYS/)
})
