// The field and the command of a resolution, and the review of its payment.

import type { PaymentLookUp } from '../../../server/contract/console/resolve.ts'
import type { Field } from './form-field.ts'
import { shellCommand } from './quote-shell.ts'
import type { Reviewed } from './review.ts'

export const evidenceField: Field = {
  name: 'evidence',
  label: 'Evidence',
  type: 'textarea',
  hint: 'What you saw, where, and when. It is stored in the timeline of the transfer. The app does not get it.',
  isRequired: true,
}

interface Given {
  option: string
  /** The withdrawal id or the hash. Null if there is none. */
  value: string | null
  evidence: string
  /** The differences of the payment that are confirmed. */
  despite: readonly string[]
}

export function resolveCommand(transferId: string, { option, value, evidence, despite }: Given): string {
  const words = ['transfer-link', 'transfer', 'resolve', transferId, option, ...(value === null ? [] : [value])]
  const confirmed = despite.length === 0 ? [] : ['--despite', despite.join(',')]
  return shellCommand(...words, ...confirmed, '--evidence', evidence)
}

/** Of the checkbox, and of the differences in the request. */
export const confirmName = 'despite'

/** `verb`: what the operator does with the payment. */
export function reviewOf({ text, differences }: PaymentLookUp, verb: string): Reviewed {
  if (differences.length === 0) return { text, confirm: null }
  const hint = `You know that this payment is the one of the transfer, despite: ${differences.join(', ')}.`
  return {
    text,
    confirm: { name: confirmName, label: `${verb} it all the same`, hint, type: 'checkbox', isRequired: true },
  }
}
