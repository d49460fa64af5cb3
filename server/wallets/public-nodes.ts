// Public nodes that each chain's maintainers publish, for wallets that must add the chain. Every wallet knows Ethereum.

const publicNodes: Record<string, string> = {
  arbitrum: 'https://arb1.arbitrum.io/rpc',
  optimism: 'https://mainnet.optimism.io',
  base: 'https://mainnet.base.org',
  polygon: 'https://polygon.drpc.org',
  bsc: 'https://bsc-dataseed.bnbchain.org',
  avalanche: 'https://api.avax.network/ext/bc/C/rpc',
}

export function publicNodeOf(networkKey: string): string | null {
  return publicNodes[networkKey] ?? null
}
