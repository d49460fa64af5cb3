// Checks of what the server depends on: exchanges, chain nodes, its public URL, and a correct clock.

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
  // Health checks are public, so no key lock is needed.
  const tools = {
    now,
    networks: networkCatalogue(config.environment),
    acquire: async () => true,
    withKeyLock: async () => null,
  }
  const { all } = exchangeRegistry(registrySettings(config), tools)
  if (all.length === 0) {
    return [note('No exchange is configured for this environment.', 'Without one, no account can be connected.')]
  }
  const checked = await Promise.all(
    all.map(async ({ name, health }) => {
      return { name, status: await cachedHealth(health, { now: () => new Date(), waitMs: 3_000 })() }
    }),
  )
  const fix = sandbox
    ? startSandbox
    : 'Check the status page of the exchange, and whether this machine can connect to it.'
  // The exchanges of the sandbox are one process.
  if (checked.length > 1 && checked.every(({ status }) => status === 'down'))
    return sandbox
      ? [failed(`The exchange of the sandbox cannot be reached at ${config.sandboxExchangeUrl}.`, fix)]
      : [failed(`No exchange can be reached: ${checked.map(({ name }) => name).join(', ')}.`, networkFails)]
  return checked.map(({ name, status }) => {
    if (status === 'up') return passed(`${name} responds.`)
    return status === 'degraded'
      ? note(`${name} responds slowly or only partly.`, fix)
      : failed(`${name} cannot be reached.`, fix)
  })
}

const startSandbox = '"npm start" starts it. If it runs, set SANDBOX_EXCHANGE_PORT to its port.'
const networkFails = 'Check the network, the firewall and the name server of this machine.'

export async function checkNodes({ environment, rpcUrls }: Config): Promise<CheckResult[]> {
  const networks = networkCatalogue(environment)
  const readable = networks.all.filter(canBeRead)
  // Only the server of "npm start" knows the RPC URLs of the sandbox's chains.
  const unread = environment === 'sandbox' ? [] : networks.all.filter(({ key }) => !rpcUrls.has(key))
  const read = readable.flatMap((network) => {
    const url = rpcUrls.get(network.key)
    if (url === undefined) return []
    return [
      network.isEvm
        ? checkEvmNode(url, network, networks.chainId(network))
        : checkSolanaNode(url, network, environment),
    ]
  })
  return Promise.all([...read, ...(unread.length === 0 ? [] : [withoutNode(unread)])])
}

function withoutNode(unread: readonly Network[]): CheckResult {
  const names = (networks: readonly Network[]) => networks.map(({ name }) => name).join(', ')
  const readable = unread.filter(canBeRead)
  return note(
    `Without a node, the exchange’s status decides when a transfer has succeeded on ${names(unread)}.`,
    readable[0] === undefined
      ? undefined
      : `To verify transfers on the chain, set a node in RPC_URLS, for example ${readable[0].key}=https://rpc.example.com. Possible for ${names(readable)}.`,
  )
}

async function checkEvmNode(url: string, network: Network, expected: string): Promise<CheckResult> {
  const found = await chainIdAt(url)
  if (found === expected) return passed(`The ${network.name} node responds for chain ${expected}.`)
  if (found === null) {
    return failed(`The ${network.name} node does not respond.`, 'Check its URL and access key in RPC_URLS.')
  }
  return failed(
    `The ${network.name} node belongs to chain ${found}, not ${expected}, so it cannot verify transfers.`,
    `Set a node of chain ${expected} for ${network.key} in RPC_URLS.`,
  )
}

async function checkSolanaNode(
  url: string,
  { name }: Network,
  environment: Config['environment'],
): Promise<CheckResult> {
  const cluster = environment === 'production' ? 'solana:mainnet' : 'solana:localnet'
  try {
    await solanaNode(url, cluster).call('getHealth')
    return passed(`The ${name} node responds for ${cluster}.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it failed'
    return failed(`The ${name} node cannot be used: ${reason}.`, 'Check its URL and access key in RPC_URLS.')
  }
}

async function chainIdAt(url: string): Promise<string | null> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  const response = await fetchOrNull(url, { method: 'POST', headers, body })
  const { result } = ((await response?.json().catch(() => null)) ?? {}) as { result?: unknown }
  return typeof result === 'string' && /^0x[\da-f]{1,16}$/i.test(result) ? BigInt(result).toString() : null
}

export async function checkPublicUrl({ publicUrl, environment, port }: Config): Promise<CheckResult> {
  const found = await versionAt(publicUrl)
  if (found === environment) return passed(`${publicUrl} reaches this environment’s server.`)
  if (found !== null) {
    return failed(
      `${publicUrl} reaches a ${found} server, but this is ${environment}. Links would open on the wrong server.`,
      'Point PUBLIC_URL, or its proxy, at this server.',
    )
  }
  const forward = `Once the server runs, the proxy for PUBLIC_URL must forward requests to port ${port}. If its certificate is from your own authority, set NODE_EXTRA_CA_CERTS for this command.`
  return note(
    `No server responds at ${publicUrl}, the address of links.`,
    publicUrl.startsWith('https:') ? forward : 'Start the server.',
  )
}

/** Compares with the Date header of responses, which has whole seconds. */
export async function checkClock(config: Config): Promise<CheckResult> {
  const exchange = config.environment === 'sandbox' ? [config.sandboxExchangeUrl] : []
  // A public address on this machine has this machine's clock.
  const sources = [...exchange, ...config.rpcUrls.values(), config.publicUrl.replace(/^http:.*$/, '')]
  for (const url of sources.filter((each) => each !== '')) {
    const date = (await fetchOrNull(url))?.headers.get('date') ?? null
    if (date !== null) return judgeSkew(Date.parse(date) - Date.now(), new URL(url).host)
  }
  return note('No time source was reachable, so the clock was not checked.')
}

export function judgeSkew(skewMs: number, whose: string): CheckResult {
  if (Math.abs(skewMs) <= toleratedSkewMs) return passed(`The clock of this machine matches ${whose}.`)
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  return failed(
    `The clock of this machine is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} ${whose}. Exchanges refuse requests, and links and previews expire at the wrong time.`,
    'Enable time synchronization ("timedatectl set-ntp true").',
  )
}
