// Reads balances from the chain, independently of the API server.
import { api } from './call.ts'

/** The token balance of `owner` in the smallest unit. */
export async function balanceOnChain(
  network: { id: string; name: string },
  contract: string,
  owner: string,
): Promise<bigint> {
  const own = process.env.RPC_URLS?.split(',').find((pair) => pair.startsWith(`${network.name.toLowerCase()}=`))
  const url = own?.slice(own.indexOf('=') + 1) ?? `${api}/sandbox/rpc/${network.id}`
  const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}` // balanceOf(owner)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: contract, data }, 'latest'] })
  const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return BigInt(((await response.json()) as { result: string }).result)
}
