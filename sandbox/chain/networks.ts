// The sandbox's chains. No real chain has their ids, so a wallet that pays on them cannot spend real money.

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

// The test token exists only here and has the same address on both chains.
const test: SandboxToken = {
  symbol: 'TEST',
  name: 'Test Token',
  decimals: 18,
  address: '0x7e57000000000000000000000000000000000001',
}

const eurc = { symbol: 'EURC', name: 'Euro Coin', decimals: 6 }
const usdc = { symbol: 'USDC', name: 'USD Coin', decimals: 6 }

export const sandboxNetworks: SandboxNetwork[] = [
  {
    name: 'ethereum',
    chainId: 913370001,
    tokens: [
      { ...usdc, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      { symbol: 'USDT', name: 'Tether', decimals: 6, address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
      { ...eurc, address: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c' },
      { symbol: 'DAI', name: 'Dai', decimals: 18, address: '0x6B175474E89094C44Da98b954EedeAC495271d0F' },
      { symbol: 'WBTC', name: 'Wrapped Bitcoin', decimals: 8, address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599' },
      { symbol: 'LINK', name: 'Chainlink', decimals: 18, address: '0x514910771AF9Ca656af840dff83E8264EcF986CA' },
      test,
    ],
  },
  {
    name: 'base',
    chainId: 913370002,
    tokens: [
      { ...usdc, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      { ...eurc, address: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42' },
      test,
    ],
  },
]
