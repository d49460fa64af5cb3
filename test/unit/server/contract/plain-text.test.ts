import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLinkResponse } from '../../../../components/flow/link-api.ts'
import { cleanText } from '../../../../components/protocol/wallet-messages.ts'
import { escapeText, isPlainText, isTypedText, isUserId, plainText } from '../../../../server/contract/plain-text.ts'

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const joiners = [0x200c, 0x200d]
const unseen = [
  ...[...range(0, 0x1f), ...range(0x7f, 0x9f)],
  ...[0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff],
  ...[...range(0x202a, 0x202e), ...range(0x2060, 0x206f), ...range(0xe0020, 0xe007f)],
  ...[0xd800, 0xdbff, 0xdc00, 0xdfff],
]
const names = ['Shop & Söhne', '店', 'بنك الرمال', 'בנק', 'd’Évreux 🏦', '<b>', 'e\u0301']

test('control, invisible and direction characters are refused everywhere, joiners in names and ids', () => {
  for (const code of [...unseen, ...joiners]) {
    const text = `a${String.fromCodePoint(code)}b`
    const hex = code.toString(16)
    assert.deepEqual([isPlainText(text), isUserId(text)], [false, false], hex)
    assert.equal(isTypedText(text), joiners.includes(code), hex)
    assert.equal(plainText(text), 'ab', hex)
    assert.equal(escapeText(text), `a\\u{${hex}}b`, hex)
  }
  for (const name of names) {
    assert.ok(isPlainText(name) && isTypedText(name) && isUserId(name), name)
    assert.deepEqual([plainText(name), escapeText(name)], [name, name])
  }
})

test('a user id has 1 to 300 characters', () => {
  const lengths = ['', '🏦', '🏦'.repeat(300), 'a'.repeat(301)]
  assert.deepEqual(lengths.map(isUserId), [false, true, true, false])
})

test('the hosted page and the wallet bridge remove the same characters as the server', () => {
  const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff
  const all = range(0, 0x10ffff).map((code) => `${String.fromCodePoint(code)}${isSurrogate(code) ? 'x' : ''}`)
  const text = `x${all.join('')}x`
  const plain = plainText(text)
  assert.ok(plain.length > 100_000 && plain.length < text.length)
  assert.ok(parseLinkResponse(JSON.stringify(text)) === plain, 'the hosted page')
  assert.ok(cleanText(text, text.length) === plain, 'the wallet bridge')
})
