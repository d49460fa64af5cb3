// The chain host: one anvil per sandbox network, each behind a separate proxy, and the proxy of the sandbox's Solana. Anvil outlives a
// killed parent. Therefore this process stops every anvil and exits when its channel to the supervisor breaks.

import { join } from 'node:path'
import { type SolanaProxy, startSolanaProxy } from '../solana/proxy.ts'
import { anvilBinary } from './anvil-binary.ts'
import { type Anvil, startAnvil } from './anvil-process.ts'
import { type Confirmer, createConfirmer } from './confirmations.ts'
import { type SandboxNetwork, sandboxNetworks } from './networks.ts'
import { evmMethods, type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import { fundWallets, parseWalletFunds, seedTokens, type WalletFunds } from './seed-tokens.ts'

/** The only message to this process. */
export interface PauseBlocks {
  isPaused: boolean
}

interface Chain {
  network: SandboxNetwork
  anvil: Anvil
  proxy: RpcProxy
  confirmer: Confirmer
}

const chains: Chain[] = []
let solana: SolanaProxy | null = null
let isStopping = false

async function startChain(network: SandboxNetwork, binary: string): Promise<Chain> {
  const stateFile = join(dataFolder(), `${network.name}.json`)
  const anvil = await startAnvil({ binary, chainId: network.chainId, stateFile })
  await seedTokens(anvil.url, network.tokens)
  await fundWallets(anvil.url, network.tokens, walletsToFund())
  const confirmer = createConfirmer(anvil.url, (error) => console.error(`${network.name}: ${messageOf(error)}`))
  const proxy = await startRpcProxy({ chainUrl: () => anvil.url, methods: evmMethods, onSent: confirmer.wake })
  const chain = { network, anvil, proxy, confirmer }
  chains.push(chain)
  anvil.exited.then(() => endUnlessStopping(network.name))
  return chain
}

function dataFolder(): string {
  const folder = process.env.DATA_DIR
  if (folder === undefined || folder === '') throw new Error('DATA_DIR must name the data folder.')
  return join(folder, 'chain')
}

function walletsToFund(): WalletFunds[] {
  const wallets = (process.env.CHAIN_FUND ?? '').split(',').filter((wallet) => wallet !== '')
  return wallets.map(parseWalletFunds)
}

// Ctrl-C reaches anvil and this process at once, so an ended anvil is a failure only when no signal follows.
function endUnlessStopping(name: string): void {
  setTimeout(() => {
    if (!isStopping) fail(new Error(`The local ${name} chain ended unexpectedly.`))
  }, 300)
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const chain of chains) {
    chain.confirmer.stop()
    chain.proxy.close()
  }
  await Promise.all([...chains.map((chain) => chain.anvil.stop()), solana?.stop()])
  process.exit(exitCode)
}

function fail(error: unknown): void {
  const message = messageOf(error)
  if (process.connected) process.send?.({ type: 'failed', message })
  else console.error(message)
  stop(1)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0))
process.on('disconnect', () => stop(0))
process.on('message', ({ isPaused }: PauseBlocks) => {
  for (const { confirmer } of chains) confirmer.setPaused(isPaused)
  process.send?.({ type: 'pausedBlocks' })
})

try {
  const binary = anvilBinary()
  const started = await Promise.allSettled(sandboxNetworks.map((network) => startChain(network, binary)))
  const failed = started.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  const rpcUrls = Object.fromEntries(chains.map(({ network, proxy }) => [network.name, proxy.url]))
  solana = await startSolanaProxy()
  const solanaUrl = solana?.url ?? null
  const anvilPids = chains.map(({ anvil }) => anvil.pid)
  if (process.send === undefined) console.log(JSON.stringify({ ...rpcUrls, solana: solanaUrl }))
  else process.send({ type: 'ready', rpcUrls, solanaUrl, anvilPids })
} catch (error) {
  fail(error)
}
