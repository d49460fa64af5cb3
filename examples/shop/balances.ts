// What the chain says the shop owns. The shop asks the chain itself, so its figure owes nothing to the service that moved the money.
import { type Asset, assets, shopAddress } from './assets.ts'

export type Balance = { network: string; networkId: string; symbol: string; amount: string }

/** `rpcUrl` answers the JSON-RPC address of a network. Rejects when one of the chains does not answer. */
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

async function readUnits(url: string, contract: string): Promise<bigint> {
  // balanceOf(address), with the address padded to 32 bytes
  const data = `0x70a08231${shopAddress.slice(2).toLowerCase().padStart(64, '0')}`
  const [method, params] =
    contract === '' ? ['eth_getBalance', [shopAddress, 'latest']] : ['eth_call', [{ to: contract, data }, 'latest']]
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(5000),
  })
  const { result } = (await response.json()) as { result?: unknown }
  if (typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) throw new Error(`${method} got no balance`)
  return BigInt(result)
}

/** Exact, as decimal text: 1500000 of 6 decimals is `1.5`. */
function printUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`)
}
