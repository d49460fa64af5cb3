// The engine over a storage of the benchmark, in real time, with many accounts and pending transfers.
import { setTimeout as pause } from 'node:timers/promises'
import { credentialsPurpose, loadAccount } from '../../../server/accounts/accounts.ts'
import { Amount } from '../../../server/contract/amount.ts'
import type { Credentials } from '../../../server/exchanges/sign-in.ts'
import { base } from '../../../server/networks/base.ts'
import { executeTransfer } from '../../../server/transfers/execute.ts'
import { startPolling } from '../../../server/transfers/polling.ts'
import { previewTransfer } from '../../../server/transfers/preview.ts'
import type { TransferDeps } from '../../../server/transfers/transfer-deps.ts'
import type { Transfer } from '../../../server/transfers/transfer-store.ts'
import { type Engine, paymentFor, recipient, startEngine } from '../../support/engine.ts'
import type { BenchStorage } from '../storages.ts'
import { cloneTransfers, type TransfersToClone } from './clone-transfers.ts'
import { type FollowExchange, followExchange } from './follow-exchange.ts'
import { measureStatements, type StatementMeter } from './statement-meter.ts'

export interface FollowStage {
  engine: Engine
  deps: TransferDeps
  exchange: FollowExchange
  meter: StatementMeter
  /** The transfer that the cloned ones are copies of. It is not polled. */
  model: Transfer
  /** For polling that starts later. */
  setRate(pollsPerSecond: number): void
  analyze(): Promise<void>
  /** Committed transactions, as the database counts them. Null if it does not count. */
  transactions(): Promise<number | null>
  close(): Promise<void>
}

/** `pollsPerSecond`: the rate of polls at the exchange. */
export async function openFollowStage(storage: BenchStorage, pollsPerSecond: number): Promise<FollowStage> {
  const opened = await storage.open()
  const engine = await startEngine(opened.database)
  setRate(engine, pollsPerSecond)
  const preview = await engine.preview()
  await engine.execute(preview)
  const model = await engine.transferOf(preview)
  await engine.deps.database.query.updateTable('transfer').set({ next_poll_at: null }).execute()
  return {
    engine,
    deps: { ...engine.deps, now: () => new Date(), pause },
    exchange: followExchange(engine.script.exchange, {
      payment: paymentFor(model, 100),
      mine: (hash, payment) => engine.mined.set(hash, payment),
    }),
    meter: measureStatements(engine.deps.database.query),
    model,
    setRate: (pollsPerSecond) => setRate(engine, pollsPerSecond),
    analyze: opened.analyze,
    transactions: opened.transactions,
    async close() {
      await engine.close()
      await opened.remove()
    },
  }
}

/** Polls get half of what the exchange allows our address. */
function setRate({ script }: Engine, pollsPerSecond: number): void {
  script.exchange.limits = { address: { quota: 2 * pollsPerSecond, windowSeconds: 1 } }
}

const accountsPerStatement = 1_000

/** A sign-in with one account for each of the credentials. Returns the ids of the accounts. */
export async function addAccounts(stage: FollowStage, credentials: readonly Credentials[]): Promise<string[]> {
  const { deps, model } = stage
  const { clientId: client_id, userId: user_id, exchangeType: exchange_type } = model
  const own = { client_id, user_id, exchange_type, created_at: model.createdAt.getTime() }
  const added = credentials.map((each) => ({ id: deps.newId(), credentials: each }))
  for (let from = 0; from < added.length; from += accountsPerStatement) {
    const some = added.slice(from, from + accountsPerStatement)
    const signIns = some.map(({ id, credentials: each }) => {
      return { ...own, id, sealed_credentials: deps.sealer.seal(credentialsPurpose, [client_id, id], each) }
    })
    await deps.database.query.insertInto('sign_in').values(signIns).execute()
    const accounts = some.map(({ id }) => ({ ...own, id, sign_in_id: id, external_id: id, name: '' }))
    await deps.database.query.insertInto('account').values(accounts).execute()
  }
  return added.map(({ id }) => id)
}

/** A sign-in each, with its own access token. */
export function tokens(count: number): Credentials[] {
  return Array.from({ length: count }, (_, at) => ({ accessToken: `secret-${at}` }))
}

export async function addTransfers(
  { deps, exchange, model, analyze }: FollowStage,
  transfers: TransfersToClone,
): Promise<void> {
  for (const { accountId, withdrawalId } of await cloneTransfers(deps, model.previewId, transfers))
    exchange.addPending(accountId, withdrawalId)
  await analyze()
}

/** Executes one transfer of each account at once. Returns the ids of their previews. */
export async function executeNew({ deps, model }: FollowStage, accountIds: readonly string[]): Promise<string[]> {
  const { clientId } = model
  const terms = { networkId: base.id, symbol: 'USDC', toAddress: recipient, addressTag: '', amount: Amount.parse('25') }
  const previews = await Promise.all(
    accountIds.map(async (accountId) => {
      const account = await loadAccount(deps, clientId, accountId)
      return previewTransfer(deps, { account, ...terms, session: null })
    }),
  )
  const owner = { clientId, sessionId: null, linkId: null, transactionId: null, mfaCode: null }
  await Promise.all(previews.map(({ id, accountId }) => executeTransfer(deps, { ...owner, accountId, previewId: id })))
  return previews.map(({ id }) => id)
}

/** Polls as a server does until `work` has ended. Polls that hang then are not awaited. */
export async function pollWhile({ deps }: FollowStage, work: () => Promise<unknown>): Promise<void> {
  const stopped = new AbortController()
  const polling = startPolling({ ...deps, shutdownSignal: stopped.signal })
  await work()
  stopped.abort()
  await polling.stop()
}
