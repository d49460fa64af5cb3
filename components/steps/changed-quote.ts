// On the review of a quote that is not the one before: what has changed, and time to see it.

import { html, nothing } from 'lit'
import { feesDiffer } from '../flow/compare-quotes.ts'
import type { Fee, Preview } from '../flow/link-answers.ts'
import { texts } from '../texts/texts.ts'
import { feeText } from './review-transfer.ts'
import { alert, type Screen } from './screen.ts'

/** After the fees changed, a click that was meant for the old ones must not send. */
const calmMs = 800

export function isCalm(changedFrom: Preview | null, { own, later }: Screen): boolean {
  if (own.changedFrom !== changedFrom) Object.assign(own, { changedFrom, changedAtMs: performance.now() })
  const waitMs = changedFrom === null ? 0 : (own.changedAtMs ?? 0) + calmMs - performance.now()
  if (waitMs > 0) later(waitMs)
  return waitMs <= 0
}

export function changeNotice(before: Preview, after: Preview) {
  const words = texts.review
  const which = feesDiffer(before.networkFee, after.networkFee) ? 'networkFee' : 'exchangeFee'
  const [oldFee, newFee] = [before[which], after[which]]
  return alert(
    'warn',
    feesDiffer(oldFee, newFee) ? words.changed(feeText(oldFee), feeText(newFee)) : words.changedTotals,
  )
}

export function formerFee(before: Fee, after: Fee) {
  return feesDiffer(before, after)
    ? html`<s><span class="sr">${texts.review.was} </span>${feeText(before)}</s>`
    : nothing
}
