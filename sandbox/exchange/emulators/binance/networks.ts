// Binance's names for networks, and its published address and tag formats.

interface NetworkWords {
  id: string
  name: string
  addressRegex: string
  memoRegex?: string
  minutes: string
}

const evm = '^(0x)[0-9A-Fa-f]{40}$'

const networks: Record<string, NetworkWords> = {
  ethereum: { id: 'ETH', name: 'Ethereum (ERC20)', addressRegex: evm, minutes: '2' },
  arbitrum: { id: 'ARBITRUM', name: 'Arbitrum One', addressRegex: evm, minutes: '1' },
  optimism: { id: 'OPTIMISM', name: 'Optimism', addressRegex: evm, minutes: '1' },
  base: { id: 'BASE', name: 'Base', addressRegex: evm, minutes: '1' },
  polygon: { id: 'MATIC', name: 'Polygon', addressRegex: evm, minutes: '2' },
  bsc: { id: 'BSC', name: 'BNB Smart Chain (BEP20)', addressRegex: evm, minutes: '1' },
  avalanche: { id: 'AVAXC', name: 'AVAX C-Chain', addressRegex: evm, minutes: '1' },
  solana: { id: 'SOL', name: 'Solana', addressRegex: '^[1-9A-HJ-NP-Za-km-z]{32,44}$', minutes: '1' },
  bitcoin: {
    ...{ id: 'BTC', name: 'Bitcoin', minutes: '60' },
    addressRegex: '^[13][a-km-zA-HJ-NP-Z1-9]{25,34}$|^(bc1q|bc1p)[0-9A-Za-z]{37,62}$',
  },
  tron: { id: 'TRX', name: 'Tron (TRC20)', addressRegex: '^T[1-9A-HJ-NP-Za-km-z]{33}$', minutes: '1' },
  xrp: {
    ...{ id: 'XRP', name: 'Ripple', minutes: '1' },
    addressRegex: '^r[1-9A-HJ-NP-Za-km-z]{25,34}$',
    memoRegex: '^((?!0)[0-9]{1,10})$',
  },
  litecoin: {
    ...{ id: 'LTC', name: 'Litecoin', minutes: '10' },
    addressRegex: '^(L|M)[A-Za-z0-9]{33}$|^(ltc1)[0-9A-Za-z]{39}$',
  },
  dogecoin: { id: 'DOGE', name: 'dogecoin', addressRegex: '^(D|A|9)[a-km-zA-HJ-NP-Z1-9]{33,34}$', minutes: '30' },
  stellar: {
    ...{ id: 'XLM', name: 'Stellar Network', minutes: '1' },
    addressRegex: '^G[A-D]{1}[A-Z2-7]{54}$',
    memoRegex: '^[0-9A-Za-z]{1,28}$',
  },
  ton: {
    ...{ id: 'TON', name: 'The Open Network (TON)', minutes: '2' },
    addressRegex: '^[UE][Qf][0-9a-zA-Z\\-_]{46}$',
    memoRegex: '^[0-9A-Za-z\\-_]{1,120}$',
  },
  monero: { id: 'XMR', name: 'Monero', addressRegex: '^[48][a-zA-Z|\\d]{94}([a-zA-Z|\\d]{11})?$', minutes: '30' },
  zcash: { id: 'ZEC', name: 'Zcash', addressRegex: '^(t)[A-Za-z0-9]{34}$', minutes: '30' },
}

/** A network that Binance does not list has the sandbox's name, so that clients are also tested with an unknown name. */
export function wordsFor(network: string): NetworkWords {
  return networks[network] ?? { id: network.toUpperCase(), name: network, addressRegex: '^.{1,200}$', minutes: '1' }
}

/** The sandbox's name for one of Binance's networks, or null. */
export function networkCalled(id: string, among: string[]): string | null {
  return among.find((network) => wordsFor(network).id === id) ?? null
}
