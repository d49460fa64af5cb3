// The sandbox's block explorer: one page per transaction.

import type { Hono } from 'hono'
import { html } from 'hono/html'
import { ApiError, type AppEnv, type Network, type NetworkCatalogue, solanaNode } from 'transfer-link-server'
import { createPublicClient, erc20Abi, formatUnits, type Hash, http, parseEventLogs } from 'viem'

export function mountExplorer(
  app: Hono<AppEnv>,
  networks: NetworkCatalogue,
  rpcUrls: ReadonlyMap<string, string>,
): void {
  app.get('/sandbox/explorer/:networkId/tx/:hash{[0-9A-Za-z]{40,100}}', async (context) => {
    const { networkId, hash } = context.req.param()
    const network = networks.byId(networkId)
    const url = network && rpcUrls.get(network.key)
    if (network === undefined || (url !== undefined && network.isEvm && !isEvmHash(hash)))
      throw new ApiError('routeNotFound')
    const describe = network.isEvm ? describeTransaction : describeSolana
    const rows = url === undefined ? simulatedTransaction(hash) : await describe(network, url, hash as Hash)
    context.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    return context.html(page(network, rows))
  })
  app.get('/sandbox/explorer/style.css', (context) =>
    context.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
}

function isEvmHash(text: string): boolean {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}

function simulatedTransaction(hash: string): [string, string][] {
  return [
    ['Transaction', hash],
    [
      'Status',
      'Simulated: this network has no local chain. The sandbox exchange settled the withdrawal in its ledger.',
    ],
  ]
}

async function describeTransaction(network: Network, url: string, hash: Hash): Promise<[string, string][]> {
  const client = createPublicClient({ transport: http(url, { timeout: 5_000 }), cacheTime: 0 })
  const [transaction, receipt, head] = await Promise.all([
    client.getTransaction({ hash }).catch(() => null),
    client.getTransactionReceipt({ hash }).catch(() => null),
    client.getBlockNumber(),
  ])
  if (transaction === null)
    return [
      ['Transaction', hash],
      ['Status', 'Not found on this chain'],
    ]
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt?.logs ?? [] }).map(
    (log): [string, string] => {
      const token = network.tokens.find((entry) => entry.contract.toLowerCase() === log.address.toLowerCase())
      const amount =
        token === undefined ? String(log.args.value) : `${formatUnits(log.args.value, token.decimals)} ${token.symbol}`
      return ['Token transfer', `${amount} to ${log.args.to}`]
    },
  )
  return [
    ['Transaction', hash],
    ['Status', receipt === null ? 'Waiting to be mined' : receipt.status === 'success' ? 'Success' : 'Reverted'],
    ['Confirmations', receipt === null ? '0' : String(head - receipt.blockNumber + 1n)],
    ['Block', receipt === null ? '' : String(receipt.blockNumber)],
    ['From', transaction.from],
    ['To', transaction.to ?? ''],
    ['Value', `${formatUnits(transaction.value, 18)} ${network.nativeSymbol}`],
    ...transfers,
  ]
}

/** A wallet's transaction on Solana. The exchange only simulates its transfers there. */
async function describeSolana(network: Network, url: string, hash: string): Promise<[string, string][]> {
  const node = solanaNode(url, 'solana:localnet')
  const options = { commitment: 'confirmed', encoding: 'json' }
  const found = await node.call<SolanaTransaction | null>('getTransaction', [hash, options])
  if (found === null) return simulatedTransaction(hash)
  const { accountKeys: keys } = found.transaction.message
  const { err, preBalances, postBalances, preTokenBalances, postTokenBalances } = found.meta
  const before = (mint: string, owner: string) =>
    BigInt(preTokenBalances.find((each) => each.mint === mint && each.owner === owner)?.uiTokenAmount.amount ?? 0)
  const moved = postTokenBalances.map(({ mint, owner, uiTokenAmount }): [string, string] => {
    const token = network.tokens.find(({ contract }) => contract === mint)
    const change = BigInt(uiTokenAmount.amount) - before(mint, owner)
    return ['Token change', `${formatUnits(change, token?.decimals ?? 0)} ${token?.symbol ?? mint} of ${owner}`]
  })
  const coins = keys.flatMap((key, index): [string, string][] => {
    const change = BigInt(postBalances[index] ?? 0) - BigInt(preBalances[index] ?? 0)
    return change === 0n ? [] : [['Change', `${formatUnits(change, 9)} ${network.nativeSymbol} of ${key}`]]
  })
  const status = err === null ? 'Success' : `Failed: ${JSON.stringify(err)}`
  return [['Transaction', hash], ['Status', status], ['Slot', String(found.slot)], ...moved, ...coins]
}

interface TokenBalance {
  mint: string
  owner: string
  uiTokenAmount: { amount: string }
}

interface SolanaTransaction {
  slot: number
  meta: {
    err: unknown
    preBalances: number[]
    postBalances: number[]
    preTokenBalances: TokenBalance[]
    postTokenBalances: TokenBalance[]
  }
  transaction: { message: { accountKeys: string[] } }
}

function page(network: Network, rows: readonly [string, string][]) {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Transaction on ${network.name} (sandbox)</title>
<link rel="stylesheet" href="/sandbox/explorer/style.css">
<main>
<p class="chain">${network.name} · sandbox chain ${network.sandboxChainId}</p>
<h1>Transaction</h1>
<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</main>
</html>`
}

const style = `:root{color-scheme:light dark;--text:light-dark(#10151c,#f2f4f7);--muted:light-dark(#5a6472,#a3adbb);--line:light-dark(#e2e5ea,#2d3541)}
body{margin:0;background:light-dark(#f5f6f8,#0a0c10);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:760px;margin:48px auto;padding:24px;background:light-dark(#fff,#14181f);border-radius:16px}
h1{font-size:22px;margin:0 0 16px}.chain{margin:0;color:var(--muted);font-size:13px}dl{margin:0}
dl div{display:grid;grid-template-columns:140px 1fr;gap:12px;padding:10px 0;border-top:1px solid var(--line)}
dt{color:var(--muted)}dd{margin:0;font-family:ui-monospace,monospace;font-size:13px;overflow-wrap:anywhere}
@media(max-width:480px){main{margin:0;border-radius:0}dl div{grid-template-columns:1fr;gap:0}}`
