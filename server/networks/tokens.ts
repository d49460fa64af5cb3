// The tokens that more than one network has.

import type { NetworkToken } from './network.ts'

export function usdc(contract: string, decimals = 6): NetworkToken {
  return { symbol: 'USDC', name: 'USD Coin', decimals, contract }
}

export function usdt(contract: string, decimals = 6): NetworkToken {
  return { symbol: 'USDT', name: 'Tether', decimals, contract }
}

export function eurc(contract: string): NetworkToken {
  return { symbol: 'EURC', name: 'Euro Coin', decimals: 6, contract }
}

export function nativeCoin(symbol: string, name: string, decimals: number): NetworkToken {
  return { symbol, name, decimals, contract: '' }
}

export const ether = nativeCoin('ETH', 'Ether', 18)

export const testToken: NetworkToken = {
  symbol: 'TEST',
  name: 'Test Token',
  decimals: 18,
  contract: '0x7e57000000000000000000000000000000000001',
  sandboxOnly: true,
}
