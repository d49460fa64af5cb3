import type { Transfer } from '../flow/link-responses.ts'
import { texts } from '../texts/texts.ts'

/** A payment by link has no named sender, so a translated general name is shown. */
export function shownSender({ fromName, fromAddress }: Transfer): string {
  return fromName === 'Another wallet' && fromAddress === '' ? texts.wallets.another : fromName
}
