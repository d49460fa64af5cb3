// Encodes a payment as a URI that wallet apps open from a link or a QR code. Networks without a standard URI use the bare
// address.

import type { Amount } from '../contract/amount.ts'
import type { Network, NetworkToken } from '../networks/network.ts'

interface PaymentUriInput {
  network: Network
  /** The chain id of this environment, as text. */
  chainId: string
  token: NetworkToken
  address: string
  addressTag: string
  amount: Amount
  isSandbox: boolean
  /** On Solana, the payment includes this account, which identifies it. */
  reference: string | null
}

/** By network key: the scheme of a coin's addresses (BIP-21). */
const coinSchemes: Record<string, string> = { bitcoin: 'bitcoin', litecoin: 'litecoin', dogecoin: 'dogecoin' }

/**
 * Returns null if no app supports one. Apps treat chains without a sandbox chain id as real. For those the sandbox adds a required
 * parameter that no app knows (BIP-21: such a URI is invalid), or returns null.
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
