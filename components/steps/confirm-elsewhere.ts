import { nothing } from 'lit'
import type { ConfirmElsewhere } from '../flow/flow-state.ts'
import { clockIcon } from '../parts/icons.ts'
import { texts } from '../texts/texts.ts'
import { addressRow } from './address-row.ts'
import { alert, box, copyable, hero, page, type Screen, submitButton } from './screen.ts'

/** The exchange wants something done outside of this page before it sends. The preview stays good meanwhile. */
export function confirmElsewhere({ kind, message, quote: { preview }, asking }: ConfirmElsewhere, screen: Screen) {
  const words = texts.confirmElsewhere
  const { toAddress, networkName } = preview
  return page(
    [
      hero('wait', clockIcon, words.titles[kind], words.leads[kind](preview.fromName)),
      message === null ? nothing : alert('', message),
      kind === 'addressWhitelistRequired'
        ? box(
            addressRow(screen.app, preview),
            [words.address, copyable(toAddress, words.address, '')],
            [words.network, networkName],
          )
        : nothing,
    ],
    submitButton(words.cta, texts.common.checking, asking !== null),
    () => {
      if (asking === null) screen.send({ type: 'confirmedElsewhere' })
    },
  )
}
