// Reads the shop's balances from the chains, independently of the API server.
import { type Asset, assets, shopAddress, solanaAddress, solanaAssets } from './assets.ts'
import { printUnits } from './units.ts'

export type Balance = { network: string; networkId: string; symbol: string; amount: string }

/** `rpcUrl` returns the JSON-RPC address of a network. Rejects if one of the chains does not respond. */
export function readBalances(rpcUrl: (asset: Asset) => string): Promise<Balance[]> {
  return Promise.all(
    assets.map(async (asset) => {
      const { network, networkId, symbol, decimals } = asset
      return {
        network,
        networkId,
        symbol,
        amount: printUnits(await readUnits(rpcUrl(asset), asset.contract), decimals),
      }
    }),
  )
}

/** The balances above zero on Solana. Rejects if its chain does not respond. */
export async function readSolanaBalances(url: string): Promise<Balance[]> {
  const balances = await Promise.all(
    solanaAssets.map(async ({ network, networkId, symbol, decimals, contract }) => {
      const units = contract === '' ? await readCoins(url) : await readTokens(url, contract)
      return { network, networkId, symbol, amount: printUnits(units, decimals) }
    }),
  )
  return balances.filter(({ amount }) => amount !== '0')
}

async function readCoins(url: string): Promise<bigint> {
  const { value } = await rpc<{ value: number }>(url, 'getBalance', [solanaAddress, { commitment: 'confirmed' }])
  return BigInt(value)
}

async function readTokens(url: string, mint: string): Promise<bigint> {
  type Held = { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }
  const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const { value } = await rpc<{ value: Held[] }>(url, 'getTokenAccountsByOwner', [solanaAddress, { mint }, options])
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

async function rpc<Result>(url: string, method: string, params: unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(5000),
  })
  const { result } = (await response.json()) as { result?: Result }
  if (result === undefined) throw new Error(`${method} returned no result`)
  return result
}

async function readUnits(url: string, contract: string): Promise<bigint> {
  // balanceOf(address), with the address padded to 32 bytes
  const data = `0x70a08231${shopAddress.slice(2).toLowerCase().padStart(64, '0')}`
  const [method, params]: [string, unknown[]] =
    contract === '' ? ['eth_getBalance', [shopAddress, 'latest']] : ['eth_call', [{ to: contract, data }, 'latest']]
  const result = await rpc<unknown>(url, method, params)
  if (typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) throw new Error(`${method} returned no balance`)
  return BigInt(result)
}
