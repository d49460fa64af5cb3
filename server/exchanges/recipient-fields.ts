// Fields about the recipient and the destination that exchanges must request by law. Pages have translations for these names.

import type { ExtraField } from './exchange.ts'

export const recipientFields: readonly ExtraField[] = [
  { name: 'recipientFullName', label: 'Full name of the recipient', ...always('text'), maxLength: 100 },
  {
    name: 'recipientRelation',
    label: 'Who the recipient is to you',
    ...always('select'),
    options: [
      { value: 'self', label: 'Myself' },
      { value: 'family', label: 'Family' },
      { value: 'friend', label: 'A friend' },
      { value: 'business', label: 'A business' },
    ],
  },
  { name: 'recipientCountry', label: 'Country of the recipient', ...always('country') },
  { name: 'recipientConfirmed', label: 'I confirm that this is right', ...always('checkbox') },
]

/**
 * The kind of destination and, for an institution, which one: its name, or its id at the exchange. Each exchange has its own list,
 * in which the adapter finds the entry.
 */
export const destinationFields: readonly ExtraField[] = [
  {
    name: 'destinationKind',
    label: 'Kind of destination',
    ...always('select'),
    options: [
      { value: 'wallet', label: 'A private wallet' },
      { value: 'exchange', label: 'An exchange or another service' },
    ],
  },
  {
    name: 'destinationInstitution',
    label: 'Name of the exchange or service',
    ...always('text'),
    required: false,
    requiredIf: { field: 'destinationKind', value: 'exchange' },
    maxLength: 100,
  },
]

/** The purpose of the transfer, in a sentence. */
export const purposeField: ExtraField = {
  name: 'transactionPurpose',
  label: 'Purpose of the transfer (at least 20 characters)',
  ...always('text'),
  maxLength: 500,
}

function always<Kind extends ExtraField['kind']>(kind: Kind) {
  return { kind, required: true, options: [], maxLength: null }
}
