// The clients' orders. No two are equal, so every withdrawal identifies its order. Some amounts are the sandbox exchange's magic
// amounts, which it refuses, returns later, or executes without a response.
import { createHash } from 'node:crypto'
import { networkIds } from './api-client.ts'

export interface Order {
  index: number
  network: 'ethereum' | 'base'
  symbol: 'USDC' | 'TEST' | 'ETH'
  contract: string
  decimals: number
  address: string
  amount: string
  units: bigint
  kind: 'plain' | 'refused' | 'givenBack' | 'unanswered'
}

const test = {
  network: 'ethereum',
  symbol: 'TEST',
  contract: '0x7e57000000000000000000000000000000000001',
  decimals: 18,
} as const
const usdc = {
  network: 'base',
  symbol: 'USDC',
  contract: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  decimals: 6,
} as const
const ether = { network: 'base', symbol: 'ETH', contract: '', decimals: 18 } as const

const magicCents = { refused: 1n, givenBack: 5n, unanswered: 7n }
const sharedAddresses = 16

export function orderAt(index: number, seed: number): Order {
  const token = index % 20 < 10 ? test : index % 20 < 17 ? usdc : ether
  const kind = token === ether ? 'plain' : kindOf(index)
  const one = 10n ** BigInt(token.decimals)
  const least = token === ether ? one / 1000n : one
  // Plain amounts differ in their last digits, which are never those of a magic amount.
  const units = kind === 'plain' ? least + BigInt(index) * 10n + 1n : one + (magicCents[kind] * one) / 100n
  const address = addressOf(seed, kind === 'plain' ? index % sharedAddresses : sharedAddresses + index)
  return { index, ...token, address, kind, units, amount: toText(units, token.decimals) }
}

function kindOf(index: number): Order['kind'] {
  const at = (index * 7) % 30
  return at === 1 ? 'refused' : at === 5 ? 'givenBack' : at === 9 || at === 19 ? 'unanswered' : 'plain'
}

function addressOf(seed: number, n: number): string {
  return `0x${createHash('sha256').update(`${seed} ${n}`).digest('hex').slice(0, 40)}`
}

/** The JSON of a preview request. The amount is written into it unchanged. */
export function previewBody({ network, symbol, address, amount }: Order, token: string): string {
  const terms = {
    FromAuthToken: token,
    FromType: 'sandbox',
    NetworkId: networkIds[network],
    Symbol: symbol,
    ToAddress: address,
  }
  return JSON.stringify(terms).replace(/\}$/, `,"Amount":${amount}}`)
}

export function toText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`)
}

/** Plain decimal text as units; null for any other text. */
export function toUnits(text: unknown, decimals: number): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? []
  if (whole === '' || fraction.length > decimals) return null
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** The key by which a withdrawal and a transfer are matched. */
export function keyOf(network: string, symbol: string, address: string, units: bigint): string {
  return `${network} ${symbol} ${address.toLowerCase()} ${units}`
}
