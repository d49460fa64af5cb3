// Proves the wallet's address: the wallet signs a message that the server wrote.

import type { FoundWallet } from '../protocol/wallet-messages.ts'
import { shorten } from '../texts/format.ts'
import type { LinkApi } from './link-api.ts'
import { isSameAddress, readAccounts } from './wallet-accounts.ts'
import { toWalletRefusal, walletRefusal } from './wallet-problems.ts'
import type { WalletRequestFn } from './wallet-sender.ts'

interface Challenge {
  challengeId: string
  address: string
  /** The parameters of `personal_sign`, passed on unchanged. */
  params: unknown[]
}

/** Rejects with a LinkRefusal that contains the reason if the address is not proved. */
export async function proveAddress(
  callWallet: WalletRequestFn,
  api: LinkApi,
  { wallet, subject }: { wallet: FoundWallet; subject: { accountId: string; networkId: string } },
): Promise<void> {
  const { challengeId, address, params } = await api.post<Challenge>('wallet/challenge', subject)
  const hasAccount = async (isSilent: boolean) =>
    (await readAccounts[wallet.family](callWallet, isSilent)).some((each) => isSameAddress(each, address))
  const sign = async () => {
    if (!(await hasAccount(true)) && !(await hasAccount(false)))
      throw walletRefusal('walletOtherAccount', wallet.name, { account: shorten(address) })
    return callWallet('personal_sign', params)
  }
  const signature = await sign().catch((error: unknown) => {
    throw toWalletRefusal(error, wallet.name, {})
  })
  if (typeof signature !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(signature))
    throw walletRefusal('walletSignatureInvalid', wallet.name)
  await api.post('wallet/proof', { challengeId, signature })
}
