// The changes on the review, if the quote differs from the previous one.

import { html, nothing } from 'lit'
import { feesDiffer } from '../flow/compare-quotes.ts'
import type { Fee, Preview } from '../flow/link-responses.ts'
import { texts } from '../texts/texts.ts'
import { feeText } from './review-transfer.ts'
import { alert } from './screen.ts'

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
