// The state before a run: the schema, two tenants, and each tenant's sign-in at the exchange. Created once per worker. Every run
// starts from it.

import { startConnection } from '../../../server/accounts/connect-account.ts'
import { createClient } from '../../../server/clients/clients.ts'
import { registryOf } from '../../../server/exchanges/registry.ts'
import { createLink } from '../../../server/links/links.ts'
import { redeemLink } from '../../../server/links/sessions.ts'
import { base } from '../../../server/networks/base.ts'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { ethereum } from '../../../server/networks/ethereum.ts'
import { cachedPrices } from '../../../server/prices/prices.ts'
import { keyRing } from '../../../server/secrets/key-ring.ts'
import { type Sealer, sealer } from '../../../server/secrets/seal.ts'
import type { TransferDeps } from '../../../server/transfers/transfer-deps.ts'
import { exchangeAdapter } from './exchange-adapter.ts'
import { Faults } from './faults.ts'
import { Scheduler } from './scheduler.ts'
import { SimulatedChain } from './simulated-chain.ts'
import { SimulatedExchange } from './simulated-exchange.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { SimulatedStorage } from './simulated-storage.ts'

export const exchangeType = 'simulated'
export const networks = networkCatalogue('sandbox')
export const networkOfKey = { base, ethereum }
export const contracts = { base: contractOn(base), ethereum: contractOn(ethereum) }
export const seals = rememberingSealer(sealer(keyRing([{ id: '1', bytes: Buffer.alloc(32, 7) }]), 'sandbox'))

interface Tenant {
  clientId: string
  /** Our account ids by the exchange's. */
  accounts: Record<'first' | 'second', string>
}

export interface Ground {
  storage: SimulatedStorage
  tenants: [Tenant, Tenant]
  sealed: { id: string; sealed_credentials: string }[]
}

export async function layGround(): Promise<Ground> {
  const storage = await SimulatedStorage.open()
  const scheduler = new Scheduler()
  const quiet = { scheduler, faults: new Faults([], () => {}), crashed: () => {}, trace: () => {} }
  const process = new SimulatedProcess(quiet, 'setup', 0)
  const settings = { class: 'find', fenced: true, requiresCode: false, confirmMs: 0, skewMs: 0, contracts } as const
  const exchange = new SimulatedExchange(
    {
      ...settings,
      chain: new SimulatedChain(),
      silentNetworks: new Set(),
      nextFate: () => undefined,
      provedTwin: () => undefined,
      nextHiddenMs: () => 0,
      note: () => {},
    },
    [],
    0n,
  )
  const adapter = exchangeAdapter(
    process,
    { exchange, outageUntil: 0, underWay: 0, sending: () => {}, responded: () => {}, trace: () => {} },
    exchangeType,
  )
  const deps: TransferDeps = {
    database: storage.connect(process),
    environment: 'sandbox',
    now: process.now,
    newId: () => '',
    pause: async () => {},
    log: { info() {}, warn() {}, error() {} },
    exchanges: registryOf([adapter]),
    sealer: seals,
    networks,
    prices: cachedPrices(process.now),
    chains: new Map(),
  }
  let tenants: [Tenant, Tenant] | null = null
  const connecting = Promise.all([connect(deps, 'Shop'), connect(deps, 'Other shop')]).then((both) => {
    tenants = both
  })
  await scheduler.run(
    () => tenants !== null,
    () => {},
  )
  await connecting
  if (tenants === null) throw new Error('the tenants did not connect')
  const sealed = storage.sqlite.prepare('select id, sealed_credentials from sign_in').all() as Ground['sealed']
  return { storage, tenants, sealed }
}

async function connect(deps: TransferDeps, name: string): Promise<Tenant> {
  const callbackUrl = 'https://shop.example/done'
  const { id: clientId } = await createClient(deps, { name, callbackUrls: [callbackUrl] })
  const link = { clientId, userId: 'user', callbackUrl, transfersEnabled: true, destinations: [], fixed: null }
  const { authCode } = await createLink(deps, {
    ...link,
    fromAccountId: null,
    fromType: null,
    transactionId: null,
    tokenDelivery: 'page',
  })
  const { session } = await redeemLink(deps, authCode)
  const connection = await startConnection(
    { ...deps, publicUrl: 'http://localhost' },
    { sessionId: session.id, clientId, userId: 'user' },
    { type: exchangeType, fields: {} },
  )
  if (connection.state !== 'connected') throw new Error('the simulated exchange did not connect')
  const [first, second] = connection.accounts
  if (first === undefined || second === undefined) throw new Error('the simulated exchange has two accounts')
  return { clientId, accounts: { first: first.accountId, second: second.accountId } }
}

/** Decrypts each text only once: decryption would take a tenth of a run's time. */
function rememberingSealer(real: Sealer): Sealer {
  const opened = new Map<string, Record<string, string>>()
  return {
    keyId: real.keyId,
    keyIds: real.keyIds,
    seal: real.seal,
    open(purpose, owner, sealed) {
      const key = `${purpose} ${owner.join(' ')} ${sealed}`
      const known = opened.get(key) ?? real.open(purpose, owner, sealed)
      if (opened.size > 1_000) opened.clear()
      opened.set(key, known)
      return { ...known }
    },
  }
}

function contractOn(network: typeof base): string {
  return network.tokens.find((token) => token.symbol === 'USDC')?.contract ?? ''
}
