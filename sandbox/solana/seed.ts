// The sandbox's tokens on Solana and the initial balances, written into the state before the first transaction.

import { base58 } from '@scure/base'
import { systemProgram, tokenAccountOf, tokenProgram } from 'transfer-link-server'
import type { Litesvm, Vm } from './litesvm.ts'

/** In whole coins and tokens. */
export interface Purse {
  address: string
  coin: number
  tokens: Record<string, number>
}

/** The addresses of the real tokens, on another chain. */
const sandboxMints: Record<string, string> = {
  USDC: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  USDT: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
}

const decimals = 6
const coinUnits = 1_000_000_000n
const tokenUnits = 10n ** BigInt(decimals)
const usable = 1

/** `address=coin*5+USDC*2500`, separated by commas. */
export function readPurses(text: string): Purse[] {
  return text.split(',').flatMap((entry) => {
    const [address = '', funds = ''] = entry.split('=')
    if (address === '') return []
    const counts = funds.split('+').map((part) => part.split('*'))
    const { coin = 0, ...tokens } = Object.fromEntries(counts.map(([symbol = '', count]) => [symbol, Number(count)]))
    return [{ address, coin, tokens }]
  })
}

export function seedAccounts(vm: Vm, { Account }: Litesvm, purses: readonly Purse[]): void {
  const place = (address: string, { lamports, data, owner }: { lamports: bigint; data: Uint8Array; owner: string }) =>
    vm.setAccount(base58.decode(address), new Account(lamports, data, base58.decode(owner), false, 0n))
  const deposit = (data: Uint8Array) => vm.minimumBalanceForRentExemption(BigInt(data.length))
  for (const mint of Object.values(sandboxMints)) {
    const data = mintData(10n ** 15n)
    place(mint, { lamports: deposit(data), data, owner: tokenProgram })
  }
  for (const { address, coin, tokens } of purses) {
    if (coin > 0) place(address, { lamports: BigInt(coin) * coinUnits, data: new Uint8Array(0), owner: systemProgram })
    for (const [symbol, count] of Object.entries(tokens)) {
      const mint = sandboxMints[symbol]
      if (mint === undefined) continue
      const data = holdingData(mint, address, BigInt(count) * tokenUnits)
      place(tokenAccountOf(address, mint), { lamports: deposit(data), data, owner: tokenProgram })
    }
  }
}

/** The token program's layout of a mint without authority: supply, decimals, initialized. */
function mintData(supply: bigint): Uint8Array {
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(supply, 36)
  data.set([decimals, usable], 44)
  return data
}

function holdingData(mint: string, owner: string, units: bigint): Uint8Array {
  const data = Buffer.alloc(165)
  data.set(base58.decode(mint), 0)
  data.set(base58.decode(owner), 32)
  data.writeBigUInt64LE(units, 64)
  data[108] = usable
  return data
}
