// Values for the fields that an exchange declares: what is required, what is refused by name, and what is dropped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../../../server/contract/errors.ts'
import { destinationFields, recipientFields } from '../../../../server/exchanges/recipient-fields.ts'
import { readExtra } from '../../../../server/transfers/extra-fields.ts'

const fields = [...destinationFields, ...recipientFields]
const recipient = {
  recipientFullName: 'Ada Lovelace',
  recipientRelation: 'self',
  recipientCountry: 'GB',
  recipientConfirmed: 'true',
}

function refusal(extra: Record<string, string>): unknown {
  try {
    readExtra(fields, extra)
    return null
  } catch (error) {
    return error instanceof ApiError ? [error.type, error.data.field, error.data.reason] : error
  }
}

test('the kind of destination is required, and has to be one of the options', () => {
  assert.deepEqual(refusal(recipient), ['extraInvalid', 'destinationKind', 'required'])
  assert.deepEqual(refusal({ ...recipient, destinationKind: 'bank' }), [
    'extraInvalid',
    'destinationKind',
    'notAnOption',
  ])
})

test('an exchange as destination has to be named', () => {
  const toExchange = { ...recipient, destinationKind: 'exchange' }
  for (const extra of [toExchange, { ...toExchange, destinationInstitution: '  ' }]) {
    assert.deepEqual(refusal(extra), ['extraInvalid', 'destinationInstitution', 'required'])
  }
  assert.deepEqual(refusal({ ...toExchange, destinationInstitution: 'x'.repeat(101) }), [
    'extraInvalid',
    'destinationInstitution',
    'tooLong',
  ])
  const given = { ...toExchange, destinationInstitution: ' Kraken ' }
  assert.deepEqual(readExtra(fields, given), { ...given, destinationInstitution: 'Kraken' })
})

test('a private wallet needs no institution, and one that is given is dropped', () => {
  const toWallet = { ...recipient, destinationKind: 'wallet' }
  assert.deepEqual(readExtra(fields, toWallet), toWallet)
  assert.deepEqual(readExtra(fields, { ...toWallet, destinationInstitution: 'Kraken' }), toWallet)
})

test('the condition reads names in any casing and values without spaces around them', () => {
  const shouted = { ...recipient, DESTINATIONKIND: ' exchange ' }
  assert.deepEqual(refusal(shouted), ['extraInvalid', 'destinationInstitution', 'required'])
})
