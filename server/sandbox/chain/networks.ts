// The sandbox's chains. Their ids belong to no real chain: a wallet asked to pay on one of them can never spend real money.

export interface SandboxToken {
  symbol: string
  name: string
  decimals: number
  address: string
}

export interface SandboxNetwork {
  name: 'ethereum' | 'base'
  chainId: number
  tokens: SandboxToken[]
}

// The test token has no counterpart elsewhere, so it has the same address on both chains.
const test: SandboxToken = {
  symbol: 'TEST',
  name: 'Test Token',
  decimals: 18,
  address: '0x7e57000000000000000000000000000000000001',
}

const usdc = { symbol: 'USDC', name: 'USD Coin', decimals: 6 }

export const sandboxNetworks: SandboxNetwork[] = [
  {
    name: 'ethereum',
    chainId: 913370001,
    tokens: [{ ...usdc, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }, test],
  },
  {
    name: 'base',
    chainId: 913370002,
    tokens: [{ ...usdc, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }, test],
  },
]
