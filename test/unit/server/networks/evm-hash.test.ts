import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evmHash } from '../../../../server/networks/evm-hash.ts'

const digits = 'ab'.repeat(32)

test('every spelling of a hash has one form', () => {
  for (const text of [digits, digits.toUpperCase(), `0x${digits}`, `0X${digits.toUpperCase()}`])
    assert.equal(evmHash(text), `0x${digits}`)
})

test('any other text is no hash', () => {
  for (const text of [
    '',
    '0x',
    digits.slice(1),
    `${digits}0`,
    `0x0x${digits}`,
    `${digits}#1`,
    ` ${digits}`,
    'internal-4711',
  ])
    assert.equal(evmHash(text), null)
})
