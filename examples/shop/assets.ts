// The assets that Northwind accepts. Network ids are static, so a client can store them.

export type Asset = { networkId: string; network: string; symbol: string; decimals: number; contract: string }

const ethereum = { networkId: 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611', network: 'Ethereum' }
const base = { networkId: 'aa883b03-120d-477c-a588-37c2afd3ca71', network: 'Base' }

/** One address for all orders keeps the demo short. A real shop gives each customer a separate address. */
export const shopAddress = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'

export const assets: Asset[] = [
  { ...base, symbol: 'USDC', decimals: 6, contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
  { ...ethereum, symbol: 'USDC', decimals: 6, contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  { ...base, symbol: 'ETH', decimals: 18, contract: '' },
  { ...ethereum, symbol: 'ETH', decimals: 18, contract: '' },
  { ...ethereum, symbol: 'TEST', decimals: 18, contract: '0x7e57000000000000000000000000000000000001' },
]

const solana = { networkId: '0291810a-5947-424d-9a59-e88bb33e999d', network: 'Solana' }

/** The address for payments on Solana, whose addresses have another format. */
export const solanaAddress = '8Y9WrmhdKY41s7cdYjkriSR9sBXr4EMJgYMTsLSAAFdM'

export const solanaAssets: Asset[] = [
  { ...solana, symbol: 'USDC', decimals: 6, contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
  { ...solana, symbol: 'SOL', decimals: 9, contract: '' },
]
