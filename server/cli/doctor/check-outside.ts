// What the server needs of others: exchanges, nodes of the chains, its public address, and a clock that agrees with theirs.

import { solanaNode } from '../../chains/solana-node.ts'
import { type Config, registrySettings } from '../../config.ts'
import { cachedHealth } from '../../exchanges/cached-health.ts'
import { exchangeRegistry } from '../../exchanges/registry.ts'
import { networkCatalogue } from '../../networks/catalogue.ts'
import { canBeRead, type Network } from '../../networks/network.ts'
import { versionAt } from './check-machine.ts'
import { type CheckResult, failed, fetchOrNull, note, passed } from './check-result.ts'

const toleratedSkewMs = 5_000

export async function checkExchanges(config: Config): Promise<CheckResult[]> {
  const sandbox = config.environment === 'sandbox'
  const now = () => new Date()
  // Health is public: no key's turn is ever asked for.
  const tools = {
    now,
    networks: networkCatalogue(config.environment),
    acquire: async () => true,
    withKeyLock: async () => null,
  }
  const { all } = exchangeRegistry(registrySettings(config), tools)
  if (all.length === 0) {
    return [note('No exchange is set up for this environment.', 'Until there is one, no account can be connected.')]
  }
  return Promise.all(
    all.map(async ({ name, health }) => {
      const status = await cachedHealth(health, { now: () => new Date(), waitMs: 3_000 })()
      if (status === 'up') return passed(`${name} answers.`)
      const fix = sandbox
        ? 'It is started by "npm start"; SANDBOX_EXCHANGE_PORT must be the same for both.'
        : 'Look at its status page, and at whether this machine may open connections to it.'
      return status === 'degraded'
        ? note(`${name} answers slowly, or only in part.`, fix)
        : failed(`${name} cannot be reached.`, fix)
    }),
  )
}

export async function checkNodes({ environment, rpcUrls }: Config): Promise<CheckResult[]> {
  const networks = networkCatalogue(environment)
  const readable = networks.all.filter(canBeRead)
  // The sandbox's chains are those that "npm start" gives its server, which only that server knows.
  const unread = environment === 'sandbox' ? [] : networks.all.filter(({ key }) => !rpcUrls.has(key))
  const read = readable.flatMap((network) => {
    const url = rpcUrls.get(network.key)
    if (url === undefined) return []
    return [network.isEvm ? askNode(url, network, networks.chainId(network)) : askSolana(url, network, environment)]
  })
  return Promise.all([...read, ...(unread.length === 0 ? [] : [wordAlone(unread)])])
}

function wordAlone(unread: readonly Network[]): CheckResult {
  const first = unread.find(({ isEvm }) => isEvm)?.key
  return note(
    `Transfers end on the exchange’s word alone on ${unread.map(({ name }) => name).join(', ')}.`,
    first === undefined
      ? undefined
      : `Where RPC_URLS names a node the chain decides, for example ${first}=https://rpc.example.com.`,
  )
}

async function askNode(url: string, network: Network, expected: string): Promise<CheckResult> {
  const found = await chainIdAt(url)
  if (found === expected) return passed(`The node of ${network.name} answers for chain ${expected}.`)
  if (found === null) {
    return failed(`The node of ${network.name} does not answer.`, 'Check its address in RPC_URLS, and its access key.')
  }
  return failed(
    `The node of ${network.name} is one of chain ${found}, not of ${expected}: it would prove nothing.`,
    `Give RPC_URLS a node of chain ${expected} for ${network.key}.`,
  )
}

async function askSolana(url: string, { name }: Network, environment: Config['environment']): Promise<CheckResult> {
  const cluster = environment === 'production' ? 'solana:mainnet' : 'solana:localnet'
  try {
    await solanaNode(url, cluster).call('getHealth')
    return passed(`The node of ${name} answers for ${cluster}.`)
  } catch (error) {
    const trouble = error instanceof Error ? error.message : 'it failed'
    return failed(`The node of ${name} is of no use: ${trouble}.`, 'Check its address in RPC_URLS, and its access key.')
  }
}

async function chainIdAt(url: string): Promise<string | null> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetchOrNull(url, { method: 'POST', headers, body })
  const { result } = ((await answer?.json().catch(() => null)) ?? {}) as { result?: unknown }
  return typeof result === 'string' && /^0x[\da-f]{1,16}$/i.test(result) ? BigInt(result).toString() : null
}

export async function checkPublicUrl({ publicUrl, environment, port }: Config): Promise<CheckResult> {
  const found = await versionAt(publicUrl)
  if (found === environment) return passed(`${publicUrl} reaches this environment’s server.`)
  if (found !== null) {
    return failed(
      `${publicUrl} reaches a ${found} server, and this is ${environment}: links would open at the wrong one.`,
      'Point PUBLIC_URL, or the proxy behind it, at this server.',
    )
  }
  return note(
    `${publicUrl} does not reach the server. Links carry this address.`,
    `Once the server runs, the proxy must hand requests for it to port ${port}; PUBLIC_URL names it.`,
  )
}

/** By the Date of answers, which has whole seconds, on the way there and back. */
export async function checkClock(config: Config): Promise<CheckResult> {
  const exchange = config.environment === 'sandbox' ? [config.sandboxExchangeUrl] : []
  // A public address on this machine has this machine's clock.
  const asked = [...exchange, ...config.rpcUrls.values(), config.publicUrl.replace(/^http:.*$/, '')]
  for (const url of asked.filter((each) => each !== '')) {
    const date = (await fetchOrNull(url))?.headers.get('date') ?? null
    if (date !== null) return judgeSkew(Date.parse(date) - Date.now(), new URL(url).host)
  }
  return note('No time source was reachable, so the clock was not checked.')
}

export function judgeSkew(skewMs: number, whose: string): CheckResult {
  if (Math.abs(skewMs) <= toleratedSkewMs) return passed(`The clock agrees with that of ${whose}.`)
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  return failed(
    `The clock is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} that of ${whose}: exchanges refuse requests, and links and previews expire at the wrong time.`,
    'Switch time synchronisation on ("timedatectl set-ntp true").',
  )
}
