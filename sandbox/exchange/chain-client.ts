// The JSON-RPC calls to a chain that settlement requires.

export interface ChainClient {
  network: string
  chainId(): Promise<number>
  /** The number of mined transactions of the address. */
  minedNonce(address: string): Promise<number>
  /** Sends a signed transaction. Succeeds if the chain already has it. */
  broadcast(raw: string): Promise<void>
  /** Null until the transaction is mined. */
  receipt(hash: string): Promise<{ succeeded: boolean } | null>
}

const timeoutMs = 5000

export function createChainClient(network: string, url: string): ChainClient {
  const call = (method: string, params: unknown[] = []) => rpc(url, method, params)
  let knownChainId: number | null = null
  return {
    network,
    chainId: async () => {
      knownChainId ??= Number(BigInt(String(await call('eth_chainId'))))
      return knownChainId
    },
    minedNonce: async (address) => Number(BigInt(String(await call('eth_getTransactionCount', [address, 'latest'])))),
    broadcast: async (raw) => {
      try {
        await call('eth_sendRawTransaction', [raw])
      } catch (error) {
        if (!/already (known|imported)|nonce too low/i.test(String(error))) throw error
      }
    },
    receipt: async (hash) => {
      const receipt = (await call('eth_getTransactionReceipt', [hash])) as { status: string } | null
      return receipt === null ? null : { succeeded: receipt.status === '0x1' }
    },
  }
}

async function rpc(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (body.error !== undefined) throw new Error(`${method}: ${body.error.message}`)
  return body.result
}

/** `ethereum=http://127.0.0.1:1234,base=http://127.0.0.1:1235` */
export function parseRpcUrls(text: string): Map<string, string> {
  const urls = new Map<string, string>()
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [network = '', url = ''] = entry.split(/=(.*)/s).map((part) => part.trim())
    if (network === '' || URL.parse(url) === null) {
      throw new Error(
        `RPC_URLS must have the form ethereum=http://127.0.0.1:1234,base=http://127.0.0.1:1235, not "${entry}".`,
      )
    }
    urls.set(network, url)
  }
  return urls
}
