// What exchanges have to ask of a user by law about whom they send to. Pages have words of their own for these names.

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

function always<Kind extends ExtraField['kind']>(kind: Kind) {
  return { kind, required: true, options: [], maxLength: null }
}
