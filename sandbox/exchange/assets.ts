// The listings of this exchange: assets, the networks it sends them on, their limits, fees and fixed prices.

import type { Asset, AssetNetwork } from './asset.ts'
import { listedAssets, moreNetworks } from './listed-assets.ts'
import { simulatedNetworks } from './simulated-networks.ts'
import { parseUnits } from './units.ts'

const testContract = '0x7e57000000000000000000000000000000000001'

const firstAssets: Asset[] = [
  {
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    networks: [
      {
        network: 'ethereum',
        contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        ...limits('1', '1000000', 6),
        ...fees('1.2'),
      },
      {
        network: 'base',
        contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        ...limits('1', '1000000', 6),
        ...fees('0.04'),
      },
    ],
  },
  {
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    networks: [
      { network: 'ethereum', contract: '', ...limits('0.001', '10000', 18), ...fees('0.0006') },
      { network: 'base', contract: '', ...limits('0.001', '10000', 18), ...fees('0.00002') },
    ],
  },
  {
    symbol: 'TEST',
    name: 'Test Token',
    decimals: 18,
    networks: [
      { network: 'ethereum', contract: testContract, ...limits('1', '1000000000', 18), ...fees('2', '0.5') },
      {
        network: 'base',
        contract: testContract,
        ...limits('1', '1000000000', 18),
        ...fees('2', '0.5'),
        onlyAccounts: ['accounts-trading'],
      },
    ],
  },
  {
    symbol: 'XMR',
    name: 'Monero',
    decimals: 12,
    networks: [{ network: 'monero', contract: '', ...limits('0.01', '100000', 12), ...fees('0.0001') }],
  },
  {
    symbol: 'ZEC',
    name: 'Zcash',
    decimals: 8,
    networks: [{ network: 'zcash', contract: '', ...limits('0.01', '100000', 8), ...fees('0.0002') }],
  },
]

export const assets: Asset[] = [
  ...firstAssets.map((asset) => ({
    ...asset,
    networks: [...asset.networks, ...moreNetworks(asset.symbol, asset.decimals)],
  })),
  ...listedAssets,
]

/** In US dollars. Prices are fixed, so that the figures in tests and screenshots do not change. */
export const prices: Record<string, string> = {
  USDC: '1',
  USDT: '1',
  ETH: '3100.25',
  TEST: '0.25',
  XMR: '162.4',
  ZEC: '38.15',
  BTC: '64250.5',
  SOL: '148.75',
  POL: '0.52',
  XRP: '0.61',
  BNB: '610.4',
  AVAX: '24.6',
  TRX: '0.16',
  LTC: '84.2',
  DOGE: '0.12',
  XLM: '0.11',
  TON: '5.2',
  ARB: '0.55',
  OP: '1.35',
  DAI: '1',
  WBTC: '64180.25',
  LINK: '14.2',
  EURC: '1.08',
}

function limits(
  minimum: string,
  maximum: string,
  decimals: number,
): Pick<AssetNetwork, 'minimum' | 'maximum' | 'step'> {
  return { minimum, maximum, step: `0.${'1'.padStart(decimals, '0')}` }
}

function fees(fee: string, exchangeFee = '0'): Pick<AssetNetwork, 'fee' | 'exchangeFee'> {
  return { fee, exchangeFee }
}

export function findAsset(symbol: string): Asset | undefined {
  return assets.find((asset) => asset.symbol === symbol)
}

export function networksFor(asset: Asset, accountId: string | null): AssetNetwork[] {
  return asset.networks.filter(
    ({ onlyAccounts }) => onlyAccounts === undefined || (accountId !== null && onlyAccounts.includes(accountId)),
  )
}

/** For the amounts in this file, which are valid. */
export function unitsOf(text: string, asset: Asset): bigint {
  const units = parseUnits(text, asset.decimals)
  if (units === null) throw new RangeError(`${text} is no amount of ${asset.symbol}`)
  return units
}

export function networkOnTheWire(asset: Asset, network: AssetNetwork): Record<string, unknown> {
  const { onlyAccounts: _, ...rest } = network
  return {
    ...rest,
    decimals: network.decimals ?? asset.decimals,
    feeAsset: asset.symbol,
    enabled: true,
    confirmations: 3,
    tagRequired: simulatedNetworks[network.network]?.tag?.isRequired ?? false,
    estimatedSeconds: estimatedSeconds(network.network),
  }
}

export function estimatedSeconds(network: string): number {
  return simulatedNetworks[network]?.estimatedSeconds ?? (network === 'base' ? 5 : 15)
}
