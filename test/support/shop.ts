// The demo shop's address, and its balance on the chain.
import type { App } from './app.ts'
import { type Token, tokenBalance, tokenTransfer } from './chain.ts'

export const shopAddress = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'

export function shopBalance(app: App, token: Token): Promise<bigint> {
  return tokenBalance(rpcUrl(app, token), token.contract, shopAddress)
}

export function transferOnChain(app: App, token: Token, hash: string) {
  return tokenTransfer(rpcUrl(app, token), hash)
}

function rpcUrl(app: App, { network }: Token): string {
  const url = app.rpcUrls[network]
  if (!url) throw new Error(`There is no local chain named ${network}.`)
  return url
}
