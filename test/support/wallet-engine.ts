// The engine with wallets over a separate chain, whose blocks, reorganisations and lost transactions the test controls.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletClient, type Hex, http } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { anvilBinary } from '../../sandbox/chain/anvil-binary.ts'
import { startAnvil } from '../../sandbox/chain/anvil-process.ts'
import { anvilCall } from '../../sandbox/chain/anvil-rpc.ts'
import { sandboxNetworks } from '../../sandbox/chain/networks.ts'
import { fundWallets, seedTokens } from '../../sandbox/chain/seed-tokens.ts'
import { loadAccount } from '../../server/accounts/accounts.ts'
import { startConnection } from '../../server/accounts/connect-account.ts'
import { evmChain } from '../../server/chains/evm-chain.ts'
import { createClient } from '../../server/clients/clients.ts'
import { Amount } from '../../server/contract/amount.ts'
import { registryOf } from '../../server/exchanges/registry.ts'
import { createLink } from '../../server/links/links.ts'
import { redeemLink } from '../../server/links/sessions.ts'
import { base } from '../../server/networks/base.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { cachedPrices } from '../../server/prices/prices.ts'
import { keyRing } from '../../server/secrets/key-ring.ts'
import { sealer } from '../../server/secrets/seal.ts'
import { previewTransfer } from '../../server/transfers/preview.ts'
import type { Transfer } from '../../server/transfers/transfer-store.ts'
import { transferById } from '../../server/transfers/transfer-store.ts'
import { offerWallets } from '../../server/wallets/offer-wallets.ts'
import { createChallenge, proveOwnership } from '../../server/wallets/ownership.ts'
import { requestWallet, type WalletDeps, type WalletRequestResult } from '../../server/wallets/request-wallet.ts'
import type { EvmRequest } from '../../server/wallets/wallet-strategy.ts'
import { recipient } from './engine.ts'
import { pollDue } from './poll-due.ts'
import { scriptedExchange } from './scripted-exchange.ts'
import { openStorageUnderTest } from './storage-under-test.ts'

export interface WalletEngine {
  deps: WalletDeps
  /** The owner's key, and another key. */
  owner: PrivateKeyAccount
  stranger: PrivateKeyAccount
  clientId: string
  /** An account of the owner's address, or of another, as another user's too. */
  connect(userId?: string, address?: string): Promise<string>
  /** The owner signs for a user. */
  prove(userId: string): Promise<void>
  /** Previews and requests a payment. Returns the request to the wallet. */
  requestPayment(
    amount: string,
    what?: { symbol?: string; accountId?: string; userId?: string },
  ): Promise<{ request: EvmRequest; transfer: Transfer }>
  requestPaymentAgain(transfer: Transfer): Promise<WalletRequestResult>
  /** Signs and sends. `instead` replaces parts of the request. A waiting transaction is not mined yet. */
  send(request: EvmRequest, instead?: Instead, waits?: 'waits'): Promise<Hex>
  /** Empty blocks. */
  mine(blocks: number): Promise<void>
  /** An admin call to the chain itself. */
  chain(method: string, ...params: unknown[]): Promise<unknown>
  /** Polls every open transfer once, and returns this one. */
  poll(transfer: Transfer): Promise<Transfer>
  /** Another process over the same data. */
  restarted(): Pick<WalletEngine, 'poll'>
  kindsOf(transfer: Transfer): Promise<string[]>
  wait(ms: number): void
  close(): Promise<void>
}

interface Instead {
  from?: PrivateKeyAccount
  nonce?: number
  to?: Hex
  data?: Hex
  value?: bigint
  gas?: bigint
  feeTimes?: bigint
}

/** The parts of an engine with wallets on any chain. */
export async function partsOfEngine(now: () => Date) {
  return {
    database: await openStorageUnderTest(),
    environment: 'sandbox' as const,
    now,
    newId: randomUUID,
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
    log: { info() {}, warn() {}, error() {} },
    sealer: sealer(keyRing([{ id: '1', bytes: Buffer.alloc(32, 7) }]), 'sandbox'),
    prices: cachedPrices(now),
  }
}

export async function startWalletEngine(): Promise<WalletEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-engine-'))
  const network = sandboxNetworks.find(({ name }) => name === 'base')
  if (network === undefined) throw new Error('the sandbox has no Base')
  const { chainId, tokens } = network
  const clock = { ms: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => new Date(clock.ms)
  const parts = await partsOfEngine(now)
  const anvil = await startAnvil({ binary: anvilBinary(), chainId, stateFile: join(folder, 'base.json') })
  const newKey = () => privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`)
  const [owner, stranger] = [newKey(), newKey()]
  await seedTokens(anvil.url, tokens)
  const purse = { coins: 3n, tokens: { USDC: 2_500n } }
  await fundWallets(
    anvil.url,
    tokens,
    [owner, stranger].map(({ address }) => ({ address, ...purse })),
  )
  const networks = networkCatalogue('sandbox')
  const chains = new Map([['base', evmChain(anvil.url, String(chainId))]])
  const market = scriptedExchange().exchange
  const prices = async () => new Map([...(await market.prices()), ['ETH', Amount.parse('2500')] as const])
  const offer = () =>
    offerWallets({
      networks,
      exchanges: registryOf([{ ...market, prices }]),
      chains,
      rpcUrls: new Map([['base', anvil.url]]),
      publicOf: () => ({ rpcUrl: null, explorerUrl: null }),
    })
  const deps: WalletDeps = {
    ...parts,
    networks,
    chains,
    ...offer(),
  }
  async function pollWith(own: WalletDeps, { id }: Transfer): Promise<Transfer> {
    clock.ms += 1_000
    await pollDue(own)
    const transfer = await transferById(own.database.query, id)
    if (transfer === undefined) throw new Error('the transfer is gone')
    return transfer
  }
  const { id: clientId } = await createClient(deps, { name: 'Shop', callbackUrls: ['https://shop.example/done'] })
  const connect = (userId = 'user-1', address: string = owner.address) => connectAs(deps, clientId, userId, address)
  const accountId = await connect()
  const scopeOf = (account: string) => ({ clientId, accountId: account, sessionId: null })
  const order = { linkId: null, userId: 'user-1', transactionId: null }
  const sender = (account: PrivateKeyAccount) => createWalletClient({ account, transport: http(anvil.url) })
  const senders = new Map([owner, stranger].map((account) => [account, sender(account)]))
  return {
    deps,
    owner,
    stranger,
    clientId,
    connect,
    async prove(userId) {
      const user = { clientId, userId }
      const about = { app: 'Shop', address: owner.address, networkKey: 'base' }
      const { challengeId, message } = await createChallenge(deps, user, about)
      await proveOwnership(deps, user, { challengeId, signature: await owner.signMessage({ message }) })
    },
    async requestPayment(amount, { symbol = 'USDC', accountId: account = accountId, userId = order.userId } = {}) {
      const preview = await previewTransfer(deps, {
        account: await loadAccount(deps, clientId, account),
        ...{ networkId: base.id, symbol, toAddress: recipient, addressTag: '' },
        ...{ amount: Amount.parse(amount), session: null },
      })
      const result = await requestWallet(deps, { ...scopeOf(account), ...order, userId, previewId: preview.id })
      if (result.outcome !== 'walletRequired' || !('gas' in result.request))
        throw new Error(`no payment was requested: ${result.outcome}`)
      return { request: result.request, transfer: result.transfer }
    },
    requestPaymentAgain: ({ accountId: account, previewId }) =>
      requestWallet(deps, { ...scopeOf(account), ...order, previewId }),
    async send({ to, data, value, gas }, { from = owner, feeTimes = 1n, ...instead } = {}, waits) {
      const chain = { id: chainId, name: '', nativeCurrency: { name: '', symbol: '', decimals: 18 }, rpcUrls: noUrls }
      const hash = await senders.get(from)?.sendTransaction({
        chain,
        to: to as Hex,
        data: data as Hex,
        value: BigInt(value),
        gas: BigInt(gas),
        maxFeePerGas: 20_000_000_000n * feeTimes,
        maxPriorityFeePerGas: 1_000_000_000n * feeTimes,
        ...instead,
      })
      if (hash === undefined) throw new Error('there is no such key')
      // On a chain that mines automatically, wait until it is mined before the hash is reported.
      const isMined = async () => (await anvilCall(anvil.url, 'eth_getTransactionReceipt', [hash])) !== null
      const minesItself = waits === undefined && (await anvilCall(anvil.url, 'anvil_getAutomine'))
      const until = Date.now() + 10_000
      while (minesItself && !(await isMined()) && Date.now() < until);
      return hash
    },
    async mine(blocks) {
      await anvilCall(anvil.url, 'anvil_mine', [`0x${blocks.toString(16)}`])
    },
    chain: (method, ...params) => anvilCall(anvil.url, method, params),
    poll: (transfer) => pollWith(deps, transfer),
    restarted: () => ({ poll: (transfer) => pollWith({ ...deps, ...offer() }, transfer) }),
    async kindsOf({ id }) {
      const select = deps.database.query.selectFrom('transfer_event').select('kind').where('transfer_id', '=', id)
      return (await select.orderBy('n').execute()).map(({ kind }) => kind)
    },
    wait: (ms) => {
      clock.ms += ms
    },
    async close() {
      await deps.database.close()
      await anvil.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const noUrls = { default: { http: [] } }

export async function connectAs(deps: WalletDeps, clientId: string, userId: string, address: string): Promise<string> {
  const link = { clientId, userId, callbackUrl: 'https://shop.example/done', transfersEnabled: true }
  const nothing = { destinations: [], fixed: null, fromAccountId: null, fromType: null, transactionId: null }
  const { authCode } = await createLink(deps, { ...link, ...nothing, tokenDelivery: 'page' })
  const { session } = await redeemLink(deps, authCode)
  const connection = await startConnection(
    { ...deps, publicUrl: 'http://localhost' },
    { sessionId: session.id, clientId, userId },
    { type: 'DeFiWallet', fields: { address, walletName: 'Test Wallet' } },
  )
  const accountId = connection.state === 'connected' ? connection.accounts[0]?.accountId : undefined
  if (accountId === undefined) throw new Error('the wallet did not connect')
  return accountId
}
