// Calls a local chain directly, without the code under test.

export type Token = { network: 'ethereum' | 'base'; contract: string; decimals: number }

export const tokens = {
  'USDC on Base': { network: 'base', contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 },
  'USDC on Ethereum': { network: 'ethereum', contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
  'TEST on Ethereum': { network: 'ethereum', contract: '0x7e57000000000000000000000000000000000001', decimals: 18 },
} satisfies Record<string, Token>

export type TokenTransfer = { succeeded: boolean; contract: string; from: string; to: string; units: bigint }

/** The token balance of `owner`, in base units. */
export async function tokenBalance(url: string, contract: string, owner: string): Promise<bigint> {
  return BigInt(await call<string>(url, 'eth_call', [{ to: contract, data: `0x70a08231${word(owner)}` }, 'latest']))
}

/** The native balance of `owner`, in base units. */
export async function coinBalance(url: string, owner: string): Promise<bigint> {
  return BigInt(await call<string>(url, 'eth_getBalance', [owner, 'latest']))
}

/** The token transfer of a transaction; null while the chain does not have the transaction. */
export async function tokenTransfer(url: string, hash: string): Promise<TokenTransfer | null> {
  type Receipt = { status: string; logs: { address: string; topics: string[]; data: string }[] }
  const receipt = await call<Receipt | null>(url, 'eth_getTransactionReceipt', [hash])
  const log = receipt?.logs.find(({ topics }) => topics[0] === transferTopic)
  if (!receipt || !log) return null
  const [from, to] = [log.topics[1], log.topics[2]].map((topic = '') => `0x${topic.slice(-40)}`) as [string, string]
  return { succeeded: receipt.status === '0x1', contract: log.address, from, to, units: BigInt(log.data) }
}

/** Converts decimal text to base units: `1.5` with 6 decimals is 1500000. */
export function toUnits(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

// keccak256("Transfer(address,address,uint256)")
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

async function call<Result>(url: string, method: string, params: unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
