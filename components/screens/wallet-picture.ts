import { html } from 'lit'
import type { FoundWallet } from '../protocol/wallet-messages.ts'
import type { Texts } from '../texts/texts.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { walletName } from './names.ts'

/** The wallet's icon, or its first letter. */
export function walletPicture(texts: Texts, wallet: FoundWallet, kind: 'square' | 'square large' = 'square') {
  return wallet.icon === ''
    ? letterDisc({ letter: walletName(texts, wallet), color: '' }, kind)
    : html`<img class="picture ${kind}" src=${wallet.icon} alt="" width="40" height="40" />`
}
