interface Nodes {
  chains: ReadonlyMap<string, unknown>
  wallets?: ReadonlyMap<string, unknown>
  solana?: ReadonlyMap<string, unknown>
}

/** The keys of the networks whose node this server reads. */
export function nodeNetworksOf({ chains, wallets, solana }: Nodes): string[] {
  return [...new Set([...chains.keys(), ...(wallets?.keys() ?? []), ...(solana?.keys() ?? [])])]
}
