import { html, nothing } from 'lit'
import type { ChooseWallet } from '../flow/flow-state.ts'
import { payableDestinations } from '../flow/wallet-transitions.ts'
import type { FoundWallet } from '../protocol/wallet-messages.ts'
import { shorten } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { skeletonRows } from '../ui/skeleton-rows.ts'
import { qrIcon } from '../ui/wallet-icons.ts'
import { alert, heading, page, type Screen } from './screen.ts'
import { problemAlert } from './templates.ts'

/** The wallets of this browser, and the option to pay by link with any other wallet. */
export function chooseWallet({ wallets, isAgain, problem, context }: ChooseWallet, screen: Screen) {
  const words = texts.wallets
  const shown = wallets && reachable(wallets, context)
  const isOffered = shown !== null && payableDestinations(context).length > 0 && context.session.transfersEnabled
  // Without a wallet, paying by link is the main option.
  const isAlone = isOffered && shown.length === 0
  return page([
    isAlone
      ? heading(words.byLink, wallets?.length === 0 ? words.none : words.byLinkLead)
      : heading(words.title, words.lead(screen.app)),
    isAgain && problem === null ? alert('warn', againSentence(context.session.expectedWallet)) : nothing,
    problemAlert(problem),
    isAlone ? nothing : shown === null ? skeletonRows(words.searching) : list(shown, screen),
    isOffered ? byLink(screen) : nothing,
  ])
}

/** With the account in the app's token, if there is one. */
function againSentence(expected: string | null | undefined) {
  const { again, expectedAccount } = texts.wallets
  return expected ? html`${again} ${expectedAccount}: <bdi dir="ltr">${shorten(expected)}</bdi>` : again
}

/** The supported kinds of chain, if the list of integrations names them. */
function reachable(wallets: FoundWallet[], { integration }: ChooseWallet['context']): FoundWallet[] {
  return integration?.payOnly ? [] : wallets.filter(({ family }) => integration?.families?.includes(family) !== false)
}

function list(wallets: FoundWallet[], { send }: Screen) {
  const words = texts.wallets
  if (wallets.length === 0) return html`<p class="hint">${words.none}</p>`
  return html`<h2>${words.found}</h2><ul class="rows">${wallets.map(
    (
      wallet,
    ) => html`<li><button type="button" class="row" @click=${() => send({ type: 'walletChosen', walletId: wallet.id })}>
      ${walletPicture(wallet)}<span class="mid"><b>${nameOf(wallet)}</b>${wallet.family === 'solana' ? html`<small>Solana</small>` : nothing}</span></button></li>`,
  )}</ul>`
}

function byLink({ send }: Screen) {
  const words = texts.wallets
  return html`<ul class="rows apart"><li><button type="button" class="row" @click=${() => send({ type: 'payByLinkChosen' })}>
    <span class="picture">${qrIcon}</span><span class="mid"><b>${words.byLink}</b><small>${words.byLinkLead}</small></span></button></li></ul>`
}

export function nameOf({ name }: FoundWallet): string {
  return name || texts.wallets.unnamed
}

/** The wallet's icon, or its first letter. */
export function walletPicture(wallet: FoundWallet, kind: 'square' | 'square large' = 'square') {
  return wallet.icon === ''
    ? letterDisc({ letter: nameOf(wallet), color: '' }, kind)
    : html`<img class="picture ${kind}" src=${wallet.icon} alt="" width="40" height="40" />`
}
