// The assets and networks beyond the first few: one line for each way to send one.

import type { Asset, AssetNetwork } from './asset.ts'

/** Network, contract, minimum, fee, and the token's decimals if it has more than the exchange's ledger. */
type Way = [network: string, contract: string, minimum: string, fee: string, decimals?: number]

interface Listed {
  symbol: string
  name: string
  decimals: number
  ways: Way[]
}

/** More networks for assets that every login has, for one account only. The other accounts stay as documented. */
const accountForAll = 'networks-main'

const more: Record<string, Way[]> = {
  USDC: [
    ['arbitrum', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', '1', '0.1'],
    ['optimism', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', '1', '0.1'],
    ['polygon', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '1', '0.1'],
    ['bsc', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', '5', '0.2', 18],
    ['avalanche', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', '1', '0.1'],
    ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '1', '0.5'],
    ['stellar', 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN', '1', '0.1', 7],
  ],
  ETH: [
    ['arbitrum', '', '0.001', '0.00004'],
    ['optimism', '', '0.001', '0.00004'],
  ],
}

const listed: Listed[] = [
  {
    symbol: 'USDT',
    name: 'Tether',
    decimals: 6,
    ways: [
      ['ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7', '10', '2'],
      ['arbitrum', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', '1', '0.1'],
      ['optimism', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', '1', '0.1'],
      ['polygon', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', '1', '0.1'],
      ['bsc', '0x55d398326f99059fF775485246999027B3197955', '5', '0.2', 18],
      ['avalanche', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', '1', '0.1'],
      ['solana', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', '1', '0.5'],
      ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '5', '1.5'],
      ['ton', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', '1', '0.2'],
    ],
  },
  { symbol: 'BTC', name: 'Bitcoin', decimals: 8, ways: [['bitcoin', '', '0.0002', '0.00005']] },
  { symbol: 'SOL', name: 'Solana', decimals: 9, ways: [['solana', '', '0.01', '0.001']] },
  { symbol: 'XRP', name: 'XRP', decimals: 6, ways: [['xrp', '', '1', '0.2']] },
  { symbol: 'TRX', name: 'Tron', decimals: 6, ways: [['tron', '', '2', '1']] },
  { symbol: 'LTC', name: 'Litecoin', decimals: 8, ways: [['litecoin', '', '0.002', '0.0001']] },
  { symbol: 'DOGE', name: 'Dogecoin', decimals: 8, ways: [['dogecoin', '', '10', '2']] },
  { symbol: 'XLM', name: 'Stellar Lumens', decimals: 7, ways: [['stellar', '', '1', '0.02']] },
  { symbol: 'TON', name: 'Toncoin', decimals: 9, ways: [['ton', '', '0.1', '0.02']] },
  { symbol: 'POL', name: 'Polygon', decimals: 18, ways: [['polygon', '', '1', '0.1']] },
  { symbol: 'BNB', name: 'BNB', decimals: 18, ways: [['bsc', '', '0.005', '0.0001']] },
  { symbol: 'AVAX', name: 'Avalanche', decimals: 18, ways: [['avalanche', '', '0.02', '0.001']] },
  {
    symbol: 'ARB',
    name: 'Arbitrum',
    decimals: 18,
    ways: [['arbitrum', '0x912CE59144191C1204E64559FE8253a0e49E6548', '1', '0.1']],
  },
  {
    symbol: 'OP',
    name: 'Optimism',
    decimals: 18,
    ways: [['optimism', '0x4200000000000000000000000000000000000042', '1', '0.1']],
  },
  {
    symbol: 'DAI',
    name: 'Dai',
    decimals: 18,
    ways: [['ethereum', '0x6B175474E89094C44Da98b954EedeAC495271d0F', '10', '2']],
  },
  {
    symbol: 'WBTC',
    name: 'Wrapped Bitcoin',
    decimals: 8,
    ways: [['ethereum', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', '0.0002', '0.00004']],
  },
  {
    symbol: 'LINK',
    name: 'Chainlink',
    decimals: 18,
    ways: [['ethereum', '0x514910771AF9Ca656af840dff83E8264EcF986CA', '1', '0.15']],
  },
  {
    symbol: 'EURC',
    name: 'Euro Coin',
    decimals: 6,
    ways: [
      ['ethereum', '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', '1', '1.1'],
      ['base', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', '1', '0.04'],
    ],
  },
]

export const listedAssets: Asset[] = listed.map(({ ways, ...asset }) => ({
  ...asset,
  networks: ways.map((way) => toAssetNetwork(way, asset.decimals)),
}))

export function moreNetworks(symbol: string, decimals: number): AssetNetwork[] {
  return (more[symbol] ?? []).map((way) => ({ ...toAssetNetwork(way, decimals), onlyAccounts: [accountForAll] }))
}

function toAssetNetwork([network, contract, minimum, fee, decimals]: Way, assetDecimals: number): AssetNetwork {
  return {
    ...{
      network,
      contract,
      minimum,
      maximum: '1000000',
      step: `0.${'1'.padStart(assetDecimals, '0')}`,
      fee,
      exchangeFee: '0',
    },
    ...(decimals === undefined ? {} : { decimals }),
  }
}
