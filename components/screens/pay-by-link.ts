import { html, nothing } from 'lit'
import type { PayByLink } from '../flow/flow-state.ts'
import type { Payment, QrCode } from '../flow/link-responses.ts'
import { formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { fullAddress } from '../ui/full-address.ts'
import { outsideIcon } from '../ui/icons.ts'
import { alert, page, type Screen } from './screen.ts'
import { amountHero, box, button, copyable, guarded, guardHint } from './templates.ts'

/**
 * A payment from any wallet: on a phone a link that opens a wallet app, elsewhere a QR code for the phone's camera, and the data to
 * enter manually. If the server watches the chain, the page continues automatically.
 */
export function payByLink({ payment }: PayByLink, screen: Screen) {
  const words = texts.payLink
  const amount = formatToken(payment.amount, payment.symbol)
  const uri = safeUri(payment.paymentUri)
  // On the phone that has the wallet, a QR code cannot be scanned.
  const isPhone = matchMedia('(pointer: coarse)').matches
  const code = qrCode(payment.qr)
  const { isIdle, click } = guarded(screen)
  return page(
    [
      amountHero(amount, words.title(amount), payment.watched ? words.lead : words.manualLead(screen.app)),
      isPhone && uri !== null ? nothing : code,
      payment.watched
        ? html`<p class="waits" role="status"><i class="wheel"></i>${words.waiting}</p>`
        : alert('warn', words.unseen),
      isPhone && uri !== null
        ? html`<details class="by-hand"><summary>${words.code}</summary>${code}</details>`
        : nothing,
      manualPayment(payment, uri, screen),
    ],
    [
      uri !== null && isPhone
        ? [
            html`<a class="button" href=${uri} aria-disabled=${isIdle} @click=${click}>${words.open}${outsideIcon}</a>`,
            guardHint(screen),
          ]
        : nothing,
      payment.watched
        ? button(screen, { label: texts.common.close, event: { type: 'leaveRequested' }, isQuiet: true })
        : button(screen, { label: words.paid, event: { type: 'paymentReported' } }),
    ],
  )
}

function manualPayment(
  { address, addressTag, symbol, networkName, minimum, contractAddress }: Payment,
  uri: string | null,
  screen: Screen,
) {
  const words = texts.payLink
  const rows = box(
    [
      texts.confirmElsewhere.address,
      copyable(screen, { text: address, what: texts.confirmElsewhere.address, shown: fullAddress(address) }),
      'wide',
    ],
    addressTag !== '' && [texts.review.tag, copyable(screen, { text: addressTag, what: texts.review.tag })],
    [texts.confirmElsewhere.network, networkName],
    contractAddress !== '' && [texts.wallets.contract, fullAddress(contractAddress), 'wide'],
    minimum !== null && [words.minimum, formatToken(minimum, symbol)],
    uri !== null && [words.link, copyable(screen, { text: uri, what: words.link, shown: '' }), ''],
  )
  const { wasOpen = uri === null } = screen.local
  const toggle = (event: Event) => screen.set({ wasOpen: (event.target as HTMLDetailsElement).open })
  return html`<details class="by-hand" ?open=${wasOpen} @toggle=${toggle}><summary>${words.manual}</summary>
    ${wasOpen ? [alert('warn', words.only(symbol, networkName)), rows] : nothing}</details>`
}

/** Dark on light in every theme, as scanners require. */
function qrCode({ size, path }: QrCode) {
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${texts.payLink.code}><path d=${path} /></svg>`
}

/** Only URIs that open a wallet app. */
function safeUri(uri: string | null): string | null {
  return uri !== null && /^(ethereum|bitcoin|solana|litecoin|dogecoin):/.test(uri) ? uri : null
}
