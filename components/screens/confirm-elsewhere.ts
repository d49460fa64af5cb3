import { html, nothing } from 'lit'
import type { ConfirmElsewhere } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { clockIcon } from '../ui/icons.ts'
import { addressRow } from './address-row.ts'
import { waitLead } from './hand-off.ts'
import { hero, outsideLink, resendLink } from './on-demand-templates.ts'
import { alert, page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { box, copyable, moneyButton } from './templates.ts'

/**
 * The exchange requires an approval elsewhere before it sends. The page polls, and the button checks at once. The preview stays
 * valid meanwhile.
 */
export function confirmElsewhere(flow: ConfirmElsewhere, screen: Screen) {
  const words = texts.confirmElsewhere
  const { kind, errorData, isNotYet, pending, resentAtMs } = flow
  const { preview } = flow.quote
  const { fromName, toAddress, networkName, simulated } = preview
  const isAddress = kind === 'addressWhitelistRequired'
  const isChecking = pending?.call === 'execute'
  const lead = isAddress
    ? words.saveAddress(fromName)
    : kind === 'emailConfirmationRequired'
      ? waitLead('email', fromName, errorData.sentTo)
      : waitLead('device', fromName, errorData.device)
  return page(
    [
      hero('wait', { icon: clockIcon, title: words.titles[kind], lead: [lead, ' ', words.nothingYet] }),
      isNotYet ? alert('warn', words.notYet(fromName)) : nothing,
      isAddress
        ? box(
            addressRow(screen.app, preview),
            [words.address, copyable(screen, { text: toAddress, what: words.address, shown: '' })],
            [words.network, shownNetwork(networkName, simulated)],
          )
        : html`<div class="ways center">${resendLink(screen, { label: texts.handOff.resend, sent: texts.handOff.resent, resentAtMs })}</div>`,
    ],
    [
      outsideLink(errorData.url, texts.handOff.open(fromName), true),
      moneyButton(screen, { label: words.cta, busyLabel: texts.common.checking, isBusy: isChecking }),
    ],
    () => {
      if (!isChecking) screen.send({ type: 'confirmedElsewhere' })
    },
  )
}
