import type { OtherAccount } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { fullAddress } from '../ui/full-address.ts'
import { walletIcon } from '../ui/wallet-icons.ts'
import { nameOf } from './choose-wallet.ts'
import { hero } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'
import { box, button } from './templates.ts'

/** The wallet shared a different account from the one in the app's token. The user decides. */
export function otherAccount({ wallet, expected, address }: OtherAccount, screen: Screen) {
  const words = texts.wallets
  return page(
    [
      hero('wait', { icon: walletIcon, title: words.otherTitle, lead: words.otherLead(nameOf(wallet)) }),
      box([words.expectedAccount, fullAddress(expected), 'wide'], [words.sharedAccount, fullAddress(address), 'wide']),
    ],
    [
      button(screen, { label: words.switchAccount, event: { type: 'accountSwitched' } }),
      button(screen, { label: words.useOther, event: { type: 'otherAccountConfirmed' }, isQuiet: true }),
    ],
  )
}
