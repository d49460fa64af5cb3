import type { ProveWallet } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { fullAddress } from '../ui/full-address.ts'
import { walletIcon } from '../ui/wallet-icons.ts'
import { hero } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'
import { box, problemAlert, submitButton } from './templates.ts'

/** Another user has an open payment of the same amount: the wallet proves by a signature that the address is this user's. */
export function proveWallet({ quote: { preview }, pending, problem }: ProveWallet, screen: Screen) {
  const words = texts.wallets
  const { fromName, fromAddress = '' } = preview
  const isBusy = pending !== null
  return page(
    [
      hero('wait', { icon: walletIcon, title: words.proveTitle, lead: words.proveLead(fromName) }),
      problemAlert(problem),
      box([words.yourAddress, fullAddress(fromAddress), 'wide']),
    ],
    submitButton({ label: words.prove(fromName), busyLabel: words.stages.confirming, isBusy }),
    () => {
      if (!isBusy) screen.send({ type: 'proofRequested' })
    },
  )
}
