// The sandbox's block explorer and start page, on the API server.

import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import { ApiError, type AppContext, type AppEnv, type Network, type NetworkCatalogue } from 'transfer-link-server'
import type { Address, Hash } from 'viem'
import { type EvmReader, evmReader } from './evm.ts'
import {
  addressPage,
  explorerPath,
  networkPage,
  networksPage,
  notFoundPage,
  type Place,
  type StartPageLink,
  startPage,
  transactionPage,
} from './pages.ts'
import { readSolanaTransaction } from './solana.ts'
import type { TransactionView } from './views.ts'

interface ExplorerOptions {
  networks: NetworkCatalogue
  /** By network key. */
  rpcUrls: ReadonlyMap<string, string>
  /** Names of known addresses, by their lower-case spelling. */
  names: ReadonlyMap<string, string>
}

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const isEvmHash = (text: string): text is Hash => /^0x[0-9a-fA-F]{64}$/.test(text)
const isEvmAddress = (text: string): text is Address => /^0x[0-9a-fA-F]{40}$/.test(text)

export function mountExplorer(app: Hono<AppEnv>, { networks, rpcUrls, names }: ExplorerOptions): void {
  const place = (context: AppContext) => {
    const network = networks.byId(context.req.param('networkId') ?? '')
    if (network === undefined) throw new ApiError('routeNotFound')
    const url = rpcUrls.get(network.key)
    const evm = network.isEvm && url !== undefined ? evmReader(network, url) : null
    return { network, names, url, evm }
  }

  app.get(explorerPath, async (context) => {
    const local = networks.all.filter(({ key }) => rpcUrls.has(key))
    const heads = local.map(async (network) => ({ network, head: await headOf(network, rpcUrls.get(network.key)) }))
    return show(context, networksPage(await Promise.all(heads)))
  })
  app.get(`${explorerPath}/:networkId`, async (context) => {
    const { evm, url, ...shown } = place(context)
    if (url === undefined) throw new ApiError('routeNotFound')
    return show(context, networkPage(shown, (await evm?.latest()) ?? []))
  })
  app.get(`${explorerPath}/:networkId/search`, async (context) => {
    const { evm, ...shown } = place(context)
    const query = (context.req.query('q') ?? '').trim()
    const base = `${explorerPath}/${shown.network.id}`
    if (evm !== null && isEvmAddress(query)) return context.redirect(`${base}/address/${query}`)
    const isHash = evm === null ? /^[0-9A-Za-z]{40,100}$/.test(query) : isEvmHash(query)
    return isHash ? context.redirect(`${base}/tx/${query}`) : show(context, notFoundPage(shown, query), 404)
  })
  app.get(`${explorerPath}/:networkId/address/:address`, async (context) => {
    const { evm, ...shown } = place(context)
    const address = context.req.param('address')
    if (evm === null || !isEvmAddress(address)) throw new ApiError('routeNotFound')
    return show(context, addressPage(shown, await evm.address(address)))
  })
  app.get(`${explorerPath}/:networkId/tx/:hash{[0-9A-Za-z]{40,100}}`, async (context) => {
    const { evm, url, ...shown } = place(context)
    const hash = context.req.param('hash')
    if (evm !== null && !isEvmHash(hash)) throw new ApiError('routeNotFound')
    return show(context, transactionPage(shown, await readTransaction(shown, { evm, url, hash })))
  })
  const style = readFileSync(new URL('../exchange/style.css', import.meta.url), 'utf8')
  app.get('/sandbox/style.css', (context) => context.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
}

/** For browsers. Other clients get the API's error for an unknown path. */
export function mountStartPage(app: Hono<AppEnv>, links: StartPageLink[]): void {
  app.get('/', (context, next) =>
    context.req.header('accept')?.includes('text/html') === true ? show(context, startPage(links)) : next(),
  )
}

function show(context: AppContext, page: ReturnType<typeof startPage>, status: 200 | 404 = 200) {
  context.header('Content-Security-Policy', policy)
  return context.html(page, status)
}

async function headOf(network: Network, url: string | undefined): Promise<string> {
  if (url === undefined || !network.isEvm) return 'wallet transactions only'
  return `block ${await evmReader(network, url).head()}`
}

interface Source {
  evm: EvmReader | null
  url: string | undefined
  hash: string
}

async function readTransaction({ network }: Place, { evm, url, hash }: Source): Promise<TransactionView> {
  const unknown = { hash, at: null, from: '', moved: [], details: [] }
  if (evm !== null) return (await evm.transaction(hash as Hash)) ?? { ...unknown, state: 'notFound' }
  const found = url === undefined ? null : await readSolanaTransaction(network, url, hash)
  return found ?? { ...unknown, state: 'simulated' }
}
