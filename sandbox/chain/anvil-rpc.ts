// Calls an anvil directly, including admin methods. Only the chain host does this; all other callers use the proxy.

class AnvilRpcError extends Error {}

export interface RpcCall {
  method: string
  params: unknown[]
}

interface RpcResponse {
  id: number
  result?: unknown
  error?: { message: string }
}

export async function anvilBatch(url: string, calls: RpcCall[]): Promise<unknown[]> {
  if (calls.length === 0) return []
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
  })
  const results = (await response.json()) as RpcResponse[]
  const byId = new Map(results.map((result) => [result.id, result]))
  return calls.map((call, id) => {
    const result = byId.get(id)
    if (result === undefined || result.error !== undefined) {
      throw new AnvilRpcError(`${call.method}: ${result?.error?.message ?? 'no response'}`)
    }
    return result.result
  })
}

export async function anvilCall(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const [result] = await anvilBatch(url, [{ method, params }])
  return result
}
