// The engine with a Solana wallet, over a chain whose time, lost transactions and invalid responses the test controls.
import { loadAccount } from '../../server/accounts/accounts.ts'
import { createClient } from '../../server/clients/clients.ts'
import { Amount } from '../../server/contract/amount.ts'
import { registryOf } from '../../server/exchanges/registry.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { solana } from '../../server/networks/solana.ts'
import { previewTransfer } from '../../server/transfers/preview.ts'
import type { Preview } from '../../server/transfers/preview-store.ts'
import { type Transfer, transferById } from '../../server/transfers/transfer-store.ts'
import { offerWallets } from '../../server/wallets/offer-wallets.ts'
import { requestWallet, type WalletDeps, type WalletRequestResult } from '../../server/wallets/request-wallet.ts'
import { reportSigned, type Signed } from '../../server/wallets/sign-on-solana.ts'
import type { SolanaRequest } from '../../server/wallets/solana-messages.ts'
import type { SolanaNetwork } from '../../server/wallets/solana-networks.ts'
import { pollDue } from './poll-due.ts'
import { scriptedExchange } from './scripted-exchange.ts'
import { newSolanaKey, type SolanaKey, startTestSolana, type TestSolana } from './solana-node.ts'
import { connectAs, partsOfEngine } from './wallet-engine.ts'

export interface SolanaEngine {
  deps: WalletDeps
  at: SolanaNetwork
  node: TestSolana
  /** Five SOL, 2500 USDC. */
  owner: SolanaKey
  /** Has an account for USDC, and coins. */
  recipient: string
  connect(address?: string, userId?: string): Promise<string>
  preview(amount: string, what?: What): Promise<Preview>
  requestPayment(amount: string, what?: What): Promise<RequestedPayment>
  requestPaymentAgain(transfer: Transfer): Promise<WalletRequestResult>
  /** The owner's signed transaction, as the page reports it. */
  hand(transfer: Transfer, transaction: string): Promise<Signed>
  /** Polls every open transfer once after so much time, and returns this one. */
  poll(transfer: Transfer, ms?: number): Promise<Transfer>
  stored(transfer: Transfer): Promise<Transfer>
  kindsOf(transfer: Transfer): Promise<string[]>
  balance(address: string): bigint
  wait(ms: number): void
  close(): Promise<void>
}

export interface What {
  symbol?: string
  to?: string
  accountId?: string
}

export interface RequestedPayment {
  request: SolanaRequest
  transfer: Transfer
}

export async function startSolanaEngine(): Promise<SolanaEngine> {
  const clock = { ms: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => new Date(clock.ms)
  const [owner, recipient] = [newSolanaKey(), newSolanaKey().address]
  const purses = [
    { address: owner.address, coin: 5, tokens: { USDC: 2500 } },
    { address: recipient, coin: 1, tokens: { USDC: 1 } },
  ]
  const node = await startTestSolana(purses, () => clock.ms)
  clock.ms += 60_000
  const networks = networkCatalogue('sandbox')
  const market = scriptedExchange().exchange
  const prices = async () => new Map([...(await market.prices()), ['SOL', Amount.parse('150')] as const])
  const deps: WalletDeps = {
    ...(await partsOfEngine(now)),
    networks,
    chains: new Map(),
    ...offerWallets({
      networks,
      exchanges: registryOf([{ ...market, prices }]),
      chains: new Map(),
      rpcUrls: new Map([['solana', node.url]]),
      publicOf: () => ({ rpcUrl: null, explorerUrl: null }),
    }),
  }
  const at = deps.solana.get('solana')
  if (at === undefined) throw new Error('no Solana is offered')
  const { id: clientId } = await createClient(deps, { name: 'Shop', callbackUrls: ['https://shop.example/done'] })
  const connect = (address = owner.address, userId = 'user-1') => connectAs(deps, clientId, userId, address)
  const accountId = await connect()
  const scopeOf = (account: string) => ({ clientId, accountId: account, sessionId: null })
  const order = { linkId: null, userId: 'user-1', transactionId: null }
  const stored = async ({ id }: Transfer) => {
    const transfer = await transferById(deps.database.query, id)
    if (transfer === undefined) throw new Error('the transfer is gone')
    return transfer
  }
  const preview = async (
    amount: string,
    { symbol = 'USDC', to = recipient, accountId: account = accountId }: What = {},
  ) =>
    previewTransfer(deps, {
      account: await loadAccount(deps, clientId, account),
      ...{ networkId: solana.id, symbol, toAddress: to, addressTag: '' },
      ...{ amount: Amount.parse(amount), session: null },
    })
  return {
    deps,
    at,
    node,
    owner,
    recipient,
    connect,
    preview,
    async requestPayment(amount, what = {}) {
      const { id: previewId } = await preview(amount, what)
      const result = await requestWallet(deps, { ...scopeOf(what.accountId ?? accountId), ...order, previewId })
      if (result.outcome !== 'walletRequired' || !('transaction' in result.request))
        throw new Error('no payment was requested')
      return { request: result.request, transfer: result.transfer }
    },
    requestPaymentAgain: ({ accountId: account, previewId }) =>
      requestWallet(deps, { ...scopeOf(account), ...order, previewId }),
    hand: (transfer, transaction) =>
      reportSigned(deps, at, { transfer, transaction: Buffer.from(transaction, 'base64') }),
    async poll(transfer, ms = 1_000) {
      clock.ms += ms
      await pollDue(deps)
      return stored(transfer)
    },
    stored,
    async kindsOf({ id }) {
      const select = deps.database.query.selectFrom('transfer_event').select('kind').where('transfer_id', '=', id)
      return (await select.orderBy('n').execute()).map(({ kind }) => kind)
    },
    balance(address) {
      const { value } = node.ledger().respond('getBalance', [address]) as { value: number }
      return BigInt(value)
    },
    wait: (ms) => {
      clock.ms += ms
    },
    async close() {
      await deps.database.close()
      node.close()
    },
  }
}
