// Networks without a local chain. The exchange settles withdrawals on them in its ledger. Transaction ids have the network's format
// and are derived from the order, so the same order always has the same id.

import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

interface SimulatedNetwork {
  /** The published format of an address. Its checksum is not verified. */
  address: RegExp
  /** Format of a memo or destination tag, if the network has one. */
  tag?: { pattern: RegExp; isRequired: boolean }
  transactionId(digest: Buffer): string
  estimatedSeconds: number
}

const evmAddress = /^0x[0-9a-fA-F]{40}$/
/** Also true for networks with a local chain, which are all EVM. */
export function isEvmNetwork(network: string): boolean {
  return (simulatedNetworks[network]?.address ?? evmAddress) === evmAddress
}
const hex = (digest: Buffer) => digest.subarray(0, 32).toString('hex')
const evm = (estimatedSeconds: number): SimulatedNetwork => ({
  address: evmAddress,
  transactionId: (digest) => `0x${hex(digest)}`,
  estimatedSeconds,
})

export const simulatedNetworks: Readonly<Record<string, SimulatedNetwork>> = {
  arbitrum: evm(5),
  optimism: evm(5),
  polygon: evm(10),
  bsc: evm(5),
  avalanche: evm(5),
  solana: {
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    transactionId: (digest) => base58.encode(digest),
    estimatedSeconds: 5,
  },
  bitcoin: {
    address: /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$|^bc1[02-9ac-hj-np-z]{11,71}$/,
    transactionId: hex,
    estimatedSeconds: 1200,
  },
  tron: { address: /^T[1-9A-HJ-NP-Za-km-z]{33}$/, transactionId: hex, estimatedSeconds: 60 },
  xrp: {
    address: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
    tag: { pattern: /^\d{1,10}$/, isRequired: true },
    transactionId: (digest) => hex(digest).toUpperCase(),
    estimatedSeconds: 5,
  },
  litecoin: {
    address: /^[LM][1-9A-HJ-NP-Za-km-z]{26,33}$|^ltc1[02-9ac-hj-np-z]{11,71}$/,
    transactionId: hex,
    estimatedSeconds: 900,
  },
  dogecoin: { address: /^[DA9][1-9A-HJ-NP-Za-km-z]{25,33}$/, transactionId: hex, estimatedSeconds: 1200 },
  stellar: {
    address: /^G[A-Z2-7]{55}$/,
    tag: { pattern: /^[\w.:-]{1,64}$/, isRequired: true },
    transactionId: hex,
    estimatedSeconds: 5,
  },
  ton: {
    address: /^[EU][Qf][\w-]{46}$/,
    tag: { pattern: /^[\w.:-]{1,100}$/, isRequired: false },
    transactionId: hex,
    estimatedSeconds: 10,
  },
}

interface SimulatedPayment {
  network: string
  account_id: string
  client_id: string
  asset: string
  address: string
  tag: string
  units: string
}

export function simulatedTransactionId(payment: SimulatedPayment): string {
  const { network, account_id, client_id, asset, address, tag, units } = payment
  const text = JSON.stringify([network, account_id, client_id, asset, address, tag, units])
  const digest = createHash('sha512').update(text).digest()
  return simulatedNetworks[network]?.transactionId(digest) ?? hex(digest)
}
