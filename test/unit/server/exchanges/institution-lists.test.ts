// Which entry of an exchange's list an institution is that the user named.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { institutionId } from '../../../../server/exchanges/institution-lists.ts'

const list = [
  { id: 'kr-1', name: 'Kraken (Payward Inc.)' },
  { id: 'dup-1', name: 'Crypto.com' },
  { id: 'dup-2', name: 'Crypto.Com' },
  { id: 'odd', name: '***' },
  { id: 'bithumb', name: 'Bithumb Korea Co.' },
  { id: 'coinone', name: 'Coinone' },
  { id: 'twice', name: 'Twice' },
  { id: 'twice', name: 'TWICE' },
  { id: 'others', name: 'Others (including Upbit)' },
]
const idOf = (named: string) => institutionId(named, list, 'others')

test('an entry is named by its id or its whole name', () => {
  for (const named of ['kr-1', 'KR-1', 'kraken payward inc', 'Kraken (Payward Inc.)']) assert.equal(idOf(named), 'kr-1')
  assert.equal(idOf('COINONE'), 'coinone')
  assert.equal(idOf('twice'), 'twice')
  assert.deepEqual([idOf('dup-2'), idOf('odd')], ['dup-2', 'odd'])
})

test('a name that matches several entries, or one in part, selects none', () => {
  for (const named of ['Kraken', 'Krak', 'Payward', 'Crypto.com', 'the coinone exchange', 'Korea Co']) {
    assert.equal(idOf(named), null, named)
  }
})

test('a text without a letter or digit selects none', () => {
  for (const named of ['', ' ', '—', '***']) assert.equal(idOf(named), null, named)
})

test('only a name without a similar entry is that of an unlisted institution', () => {
  for (const named of ['取引所', 'my exchange', 'Upbit', 'others', 'Others']) assert.equal(idOf(named), 'others', named)
})
