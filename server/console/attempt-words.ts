// The outcomes of attempts, in words.

import { boundedText } from './bounded-text.ts'

const outcomes: Record<string, string> = {
  accepted: 'Accepted by the exchange',
  rejected: 'Rejected by the exchange',
  notSent: 'Not sent: the request did not leave the server',
  ambiguous: 'No readable response, so the outcome is unknown',
  mfaRequired: 'The exchange requires a code',
  mfaWrong: 'The exchange refused the code',
  mfaExpired: 'The code had expired',
  emailConfirmationRequired: 'The exchange requires a confirmation by e-mail',
  deviceConfirmationRequired: 'The exchange requires a confirmation on a device',
  addressWhitelistRequired: 'The exchange requires the address to be saved',
  travelRuleRequired: 'The exchange requires facts about the recipient',
}

export function outcomeText(outcome: string | null): string {
  if (outcome === null) return 'No response is stored'
  return outcomes[outcome] ?? boundedText(outcome, 100)
}
