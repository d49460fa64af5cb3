// A payment as an address that a wallet app opens, from a link or from a QR code. Only where there is a written form for it:
// elsewhere the bare address is all that can be said.

import type { Amount } from '../contract/amount.ts'
import type { Network, NetworkToken } from '../networks/network.ts'

export interface PaymentUriInput {
  network: Network
  /** Of this environment, as text. */
  chainId: string
  token: NetworkToken
  address: string
  addressTag: string
  amount: Amount
  isSandbox: boolean
  /** On Solana what pays from the link names it: by that it is known from any other payment. */
  reference: string | null
}

/** By network key: the scheme of a coin's addresses (BIP-21). */
const coinSchemes: Record<string, string> = { bitcoin: 'bitcoin', litecoin: 'litecoin', dogecoin: 'dogecoin' }

/**
 * Null where no app would understand one. Chains without an id of the sandbox's own are the real ones to every app: there the
 * sandbox asks for what no app can do (BIP-21: a parameter that is required and unknown makes the whole invalid), or for nothing.
 */
export function paymentUri(payment: PaymentUriInput): string | null {
  const { network, token, address, amount, isSandbox, reference } = payment
  if (network.isEvm) return evmUri(payment)
  if (network.key === 'solana') {
    if (isSandbox) return null
    const mint = token.contract === '' ? '' : `&spl-token=${token.contract}`
    return `solana:${address}?amount=${amount.toString()}${mint}${reference === null ? '' : `&reference=${reference}`}`
  }
  const scheme = coinSchemes[network.key]
  if (scheme === undefined || token.contract !== '') return null
  return `${scheme}:${address}?amount=${amount.toString()}${isSandbox ? '&req-sandbox=1' : ''}`
}

/** EIP-681. */
function evmUri({ chainId, token, address, amount }: PaymentUriInput): string {
  const units = amount.toBaseUnits(token.decimals)
  return token.contract === ''
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${token.contract}@${chainId}/transfer?address=${address}&uint256=${units}`
}
