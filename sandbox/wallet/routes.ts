// The Sandbox Wallet replaces a browser extension in the demo and in tests. Its script runs in the site's page. The keys are
// here and sign for the sandbox's chains only. Never mounted in production.

import { readFileSync } from 'node:fs'
import { base58 } from '@scure/base'
import type { Hono } from 'hono'
import {
  ApiError,
  type AppContext,
  type AppEnv,
  type NetworkCatalogue,
  readBody,
  readTransaction,
  solanaNode,
  solanaReads,
  transactionOf,
} from 'transfer-link-server'
import type { Hex } from 'viem'
import * as z from 'zod'
import { openSandboxAccounts } from './accounts.ts'
import { readPayment } from './read-solana.ts'
import { type SandboxChain, sendFromWallet, WalletError } from './send.ts'
import { openSolanaAccounts } from './solana-accounts.ts'

interface SandboxWalletOptions {
  /** The whole data folder. */
  dataDir: string
  networks: NetworkCatalogue
  rpcUrls: ReadonlyMap<string, string>
}

const scripts = {
  '/sandbox/wallet.js': './wallet.js',
  '/sandbox/wallet/window.js': './window.js',
  '/sandbox/wallet/solana.js': './solana.js',
}
const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const SendBody = z.object({
  from: hex,
  to: hex,
  data: hex.default('0x'),
  value: hex.default('0x0'),
  gas: hex.optional(),
  chain: hex,
  /** Sent as requested, sent again with a higher fee, replaced by an empty transaction, or lost. */
  fate: z.enum(['sent', 'spedUp', 'canceled', 'dropped']).default('sent'),
})

const MessageBody = z.object({ address: hex, message: hex.max(4_000) })
const SignBody = z.object({ address: z.string().max(44).default(''), transaction: z.base64().max(2_000) })

export function mountSandboxWallet(app: Hono<AppEnv>, { dataDir, networks, rpcUrls }: SandboxWalletOptions): void {
  const chains: SandboxChain[] = networks.all.flatMap(
    ({ id, key, name, nativeSymbol, sandboxChainId, isEvm, tokens }) => {
      const url = rpcUrls.get(key)
      return url === undefined || !isEvm
        ? []
        : [{ id, name, nativeSymbol, chainId: Number(sandboxChainId), tokens, url }]
    },
  )

  app.use('/sandbox/wallet/*', async (context, next) => {
    const isAllowed = allowLoopback(context)
    // Stops simple cross-origin requests, which browsers send without a preflight.
    if (context.req.method === 'POST' && !isAllowed) throw new ApiError('routeNotFound')
    return context.req.method === 'OPTIONS' ? context.body(null, 204) : next()
  })
  for (const [path, file] of Object.entries(scripts))
    app.get(path, (context) => {
      context.header('Access-Control-Allow-Origin', '*')
      context.header('Cross-Origin-Resource-Policy', 'cross-origin')
      return context.body(readScript(file), 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
    })
  app.get('/sandbox/wallet/accounts', (context) =>
    context.json({
      accounts: openSandboxAccounts(dataDir).map(({ name, key }) => ({ name, address: key.address })),
      solana: rpcUrls.has('solana') ? openSolanaAccounts(dataDir).map(({ name, address }) => ({ name, address })) : [],
      chains: chains.map(({ chainId, name, nativeSymbol, tokens }) => ({
        chainId: `0x${chainId.toString(16)}`,
        name,
        nativeSymbol,
        tokens: tokens.map(({ symbol, decimals, contract }) => ({ symbol, decimals, contract })),
      })),
    }),
  )
  app.post('/sandbox/wallet/read', async (context) => {
    const { transaction } = await readBody(context, SignBody)
    const read = readTransaction(Buffer.from(transaction, 'base64'))
    const network = networks.byKey('solana')
    if (read === null || network === undefined) throw new ApiError('routeNotFound')
    const payment = readPayment(read.message, network)
    const owner = payment.owner || (await ownerOf(rpcUrls.get('solana'), payment))
    return context.json({ ...payment, owner })
  })
  app.post('/sandbox/wallet/sign', async (context) => {
    const { address, transaction } = await readBody(context, SignBody)
    const account = openSolanaAccounts(dataDir).find((each) => each.address === address)
    const read = readTransaction(Buffer.from(transaction, 'base64'))
    if (account === undefined || read === null) throw new ApiError('routeNotFound')
    const signed = transactionOf(read.message, account.sign(read.message))
    return context.json({ transaction: Buffer.from(signed).toString('base64') })
  })
  app.post('/sandbox/wallet/sign-message', async (context) => {
    const { address, message } = await readBody(context, MessageBody)
    const account = findAccount(dataDir, address)
    if (account === undefined) throw new ApiError('routeNotFound')
    return context.json({ signature: await account.key.signMessage({ message: { raw: message as Hex } }) })
  })
  app.post('/sandbox/wallet/send', async (context) => {
    const { chain: chainId, ...order } = await readBody(context, SendBody)
    const chain = chains.find((each) => each.chainId === Number(chainId))
    const account = findAccount(dataDir, order.from)
    if (chain === undefined || account === undefined) throw new ApiError('routeNotFound')
    try {
      return context.json({ hash: await sendFromWallet(chain, account.key, order) })
    } catch (error) {
      if (error instanceof WalletError) return context.json({ error: error.message })
      throw error
    }
  })
}

function findAccount(dataDir: string, address: string) {
  return openSandboxAccounts(dataDir).find(({ key }) => key.address.toLowerCase() === address.toLowerCase())
}

/** The owner of a token account. '' if the chain does not know it. */
async function ownerOf(url: string | undefined, { to, mint }: { to: string; mint: string }): Promise<string> {
  if (url === undefined || mint === '') return ''
  const [account = null] = await solanaReads(solanaNode(url, 'solana:localnet'))
    .accounts([to])
    .catch(() => [])
  return account === null ? '' : base58.encode(account.data.slice(32, 64))
}

/** Any page of this machine may use the wallet, like an extension. Programs send no origin; browsers always do. */
function allowLoopback(context: AppContext): boolean {
  const origin = context.req.header('origin')
  if (origin === undefined) return context.req.header('sec-fetch-site') === undefined
  if (!/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)) return false
  context.header('Access-Control-Allow-Origin', origin)
  context.header('Access-Control-Allow-Methods', 'GET, POST')
  context.header('Access-Control-Allow-Headers', 'content-type')
  context.header('Vary', 'Origin', { append: true })
  return true
}

/** An installed package has no sandbox in a browser. */
function readScript(file: string): string {
  try {
    return readFileSync(new URL(file, import.meta.url), 'utf8')
  } catch {
    throw new ApiError('routeNotFound')
  }
}
