// The transfer engine over a real database in memory, a scripted exchange, a chain the test mines, and a clock it moves.
import { randomUUID } from 'node:crypto'
import { loadAccount } from '../../server/accounts/accounts.ts'
import { startConnection } from '../../server/accounts/connect-account.ts'
import type { MinedPayment } from '../../server/chains/chain.ts'
import { createClient } from '../../server/clients/clients.ts'
import { Amount } from '../../server/contract/amount.ts'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import { registryOf } from '../../server/exchanges/registry.ts'
import type { Credentials } from '../../server/exchanges/sign-in.ts'
import { createLink } from '../../server/links/links.ts'
import { redeemLink } from '../../server/links/sessions.ts'
import { base } from '../../server/networks/base.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { cachedPrices } from '../../server/prices/prices.ts'
import { keyRing } from '../../server/secrets/key-ring.ts'
import { sealer } from '../../server/secrets/seal.ts'
import type { Database } from '../../server/storage/storage.ts'
import { executeTransfer } from '../../server/transfers/execute.ts'
import { type PreviewRequest, previewTransfer } from '../../server/transfers/preview.ts'
import type { Preview } from '../../server/transfers/preview-store.ts'
import type { ExecuteResult } from '../../server/transfers/send-withdrawal.ts'
import type { TransferDeps } from '../../server/transfers/transfer-deps.ts'
import { type Transfer, transferOfPreview } from '../../server/transfers/transfer-store.ts'
import { pollDue } from './poll-due.ts'
import { type ScriptedExchange, scriptedExchange } from './scripted-exchange.ts'
import { openStorageUnderTest } from './storage-under-test.ts'

export const recipient = '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61'

export interface Engine {
  deps: TransferDeps
  script: ScriptedExchange
  /** Mined payments by hash. */
  mined: Map<string, MinedPayment>
  clientId: string
  accountId: string
  wait(ms: number): void
  /** `more` replaces parts of the request. */
  preview(amount?: string, more?: Partial<PreviewRequest>): Promise<Preview>
  execute(preview: Preview, mfaCode?: string | null): Promise<ExecuteResult>
  transferOf(preview: Preview): Promise<Transfer>
  /** Polls until no transfer is due. */
  poll(): Promise<void>
  /** The same user signs in to the same account once more. */
  signInAgain(): Promise<void>
  close(): Promise<void>
}

/** A real adapter instead of the scripted exchange, and the clock of its exchange. */
interface RealExchange {
  exchange: Exchange
  clock: { now: number }
  fields: Credentials
}

export async function startEngine(database?: Database, real?: RealExchange): Promise<Engine> {
  const script = scriptedExchange()
  const exchange = real?.exchange ?? script.exchange
  const mined = new Map<string, MinedPayment>()
  const clock = real?.clock ?? { now: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => new Date(clock.now)
  let isClosed = false
  const deps: TransferDeps = {
    database: database ?? (await openStorageUnderTest()),
    environment: 'sandbox',
    now,
    newId: randomUUID,
    // A process that has ended does not retry.
    pause: () => new Promise((resolve) => isClosed || setImmediate(resolve)),
    log: { info() {}, warn() {}, error() {} },
    exchanges: registryOf([exchange]),
    sealer: sealer(keyRing([{ id: '1', bytes: Buffer.alloc(32, 7) }]), 'sandbox'),
    networks: networkCatalogue('sandbox'),
    prices: cachedPrices(now),
    chains: new Map([
      [
        'base',
        { isHash: isEvmHash, findPayment: async ({ hash }) => mined.get(hash), readTransaction: async () => undefined },
      ],
    ]),
  }
  const { id: clientId } = await createClient(deps, { name: 'Shop', callbackUrls: [callbackUrl] })
  const fields = real?.fields ?? {}
  const { accountId } = await connect(deps, clientId, exchange.type, fields)
  const owner = { clientId, accountId, sessionId: null, linkId: null, transactionId: null }
  return {
    deps,
    script,
    mined,
    clientId,
    accountId,
    wait: (ms) => {
      clock.now += ms
    },
    async preview(amount = '25', more = {}) {
      const account = await loadAccount(deps, clientId, accountId)
      const terms = {
        networkId: base.id,
        symbol: 'USDC',
        toAddress: recipient,
        addressTag: '',
        amount: Amount.parse(amount),
      }
      return previewTransfer(deps, { account, ...terms, session: null, ...more })
    },
    execute: (preview, mfaCode = null) => executeTransfer(deps, { ...owner, previewId: preview.id, mfaCode }),
    async transferOf(preview) {
      const transfer = await transferOfPreview(deps.database.query, preview.id)
      if (transfer === undefined) throw new Error('there is no transfer of this preview')
      return transfer
    },
    async poll() {
      while ((await pollDue(deps)) > 0);
    },
    async signInAgain() {
      await connect(deps, clientId, exchange.type, fields)
    },
    async close() {
      isClosed = true
      await deps.database.close()
    },
  }
}

const isEvmHash = (text: string) => /^0x[0-9a-f]{64}$/.test(text)
const callbackUrl = 'https://shop.example/done'

async function connect(
  deps: TransferDeps,
  clientId: string,
  type: string,
  fields: Credentials,
): Promise<{ accountId: string }> {
  const link = { clientId, userId: 'user-1', callbackUrl, transfersEnabled: true, destinations: [], fixed: null }
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
    { sessionId: session.id, clientId, userId: 'user-1' },
    { type, fields },
  )
  const accountId = connection.state === 'connected' ? connection.accounts[0]?.accountId : undefined
  if (accountId === undefined) throw new Error(`${type} did not connect`)
  return { accountId }
}

/** The mined payment of a transfer that succeeded as previewed. */
export function paymentFor(transfer: Transfer, confirmations: number): MinedPayment {
  const { terms } = transfer
  return {
    succeeded: true,
    to: terms.toAddress,
    contract: terms.contract,
    baseUnits: terms.amount.toBaseUnits(terms.decimals),
    confirmations,
  }
}
