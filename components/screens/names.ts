// Names that need a text: networks without a real chain, senders and wallets without a name.

import type { Transfer } from '../flow/transfer-responses.ts'
import type { FoundWallet } from '../protocol/wallet-messages.ts'
import type { Texts } from '../texts/texts.ts'

/** The network's name, marked as simulated if it has no real chain (sandbox only). */
export function networkName({ sandbox }: Texts, name: string, isSimulated: boolean | undefined): string {
  return isSimulated ? sandbox.simulated(name) : name
}

/** A payment by link has no named sender, so a translated general name is shown. */
export function senderName({ wallets }: Texts, transfer: Transfer): string {
  return isPaidByLink(transfer) ? wallets.another : transfer.fromName
}

/** The payer's wallet is unknown, and so is the network fee that it paid. */
export function isPaidByLink({ fromName, fromAddress }: Transfer): boolean {
  return fromName === 'Another wallet' && fromAddress === ''
}

export function walletName({ wallets }: Texts, { name }: FoundWallet): string {
  return name || wallets.unnamed
}
