// Asks the wallet to sign the server's message that proves its address.

import type { FoundWallet } from '../protocol/wallet-messages.ts'
import { shorten } from '../texts/format.ts'
import { asRefusal, type WalletRequestFn } from './ask-wallet.ts'
import type { LinkApi } from './link-api.ts'
import { accountsOf, isSameAddress } from './wallet-families.ts'
import { walletRefusal } from './wallet-problems.ts'

interface Challenge {
  challengeId: string
  address: string
  /** Of `personal_sign`, as they stand. */
  params: unknown[]
}

/** Rejects with a LinkRefusal that says why the address is not proved. */
export async function proveWallet(
  ask: WalletRequestFn,
  wallet: FoundWallet,
  about: { accountId: string; networkId: string },
  api: LinkApi,
): Promise<void> {
  const { challengeId, address, params } = await api.post<Challenge>('wallet/challenge', about)
  const hasAccount = async (isSilent: boolean) =>
    (await accountsOf[wallet.family](ask, isSilent)).some((each) => isSameAddress(each, address))
  const request = async () => {
    if (!(await hasAccount(true)) && !(await hasAccount(false)))
      throw walletRefusal('walletOtherAccount', wallet.name, { account: shorten(address) })
    return ask('personal_sign', params)
  }
  const signature = await request().catch((error: unknown) => {
    throw asRefusal(error, wallet.name, {})
  })
  if (typeof signature !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(signature))
    throw walletRefusal('walletSignatureInvalid', wallet.name)
  await api.post('wallet/proof', { challengeId, signature })
}
