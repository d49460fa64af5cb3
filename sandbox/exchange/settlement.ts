// Sends ordered withdrawals on the chains. A crash at any moment cannot cause a second payment: the nonce is allotted in the
// ledger's transaction, the signed bytes are stored before they are sent, and signed bytes that are not on the chain are sent
// again. This is also true if a chain has lost its last second.

import { findAsset, networksFor } from './assets.ts'
import type { ChainClient } from './chain-client.ts'
import type { ExchangeDatabase } from './database.ts'
import { type HotWallet, tokenTransferData } from './hot-wallet.ts'
import { settleSimulated } from './simulated-settlement.ts'
import type { WithdrawalRow, Withdrawals } from './withdrawals.ts'

interface SettlementDeps {
  database: ExchangeDatabase
  withdrawals: Withdrawals
  wallet: HotWallet
  chains: ChainClient[]
  /** Networks without a local chain. */
  simulated: ReadonlySet<string>
  now: () => number
  log: (sentence: string) => void
}

export interface Settlement {
  start(): void
  /** Call it after an order or a release. */
  wake(): void
  stop(): void
}

const busyPollMs = 100
const idlePollMs = 1000
const failsAfterMs = 1500

export function createSettlement(deps: SettlementDeps): Settlement {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isRequestedAgain = false
  let isStopped = false
  let lastProblem = ''

  const turn = async (everything: boolean) => {
    failDue(deps)
    settleSimulated(deps)
    for (const chain of deps.chains) {
      if (!everything && !hasOpenWork(deps, chain)) continue
      try {
        await settleNetwork(deps, chain)
        lastProblem = ''
      } catch (error) {
        const problem = `${chain.network}: ${error instanceof Error ? error.message : error}`
        if (problem !== lastProblem && !isStopped) deps.log(problem)
        lastProblem = problem
      }
    }
  }
  const run = async (everything = false) => {
    if (isStopped) return
    if (isRunning) {
      isRequestedAgain = true
      return
    }
    isRunning = true
    clearTimeout(timer)
    do {
      isRequestedAgain = false
      await turn(everything)
    } while (isRequestedAgain && !isStopped)
    isRunning = false
    if (!isStopped) timer = setTimeout(run, isIdle(deps) ? idlePollMs : busyPollMs)
  }
  return {
    start: () => void run(true),
    wake: () => setImmediate(run),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const openWork = "network = ? and (status = 'sent' or (status = 'pending' and review = 'none'))"

function hasOpenWork({ database }: SettlementDeps, { network }: ChainClient): boolean {
  return database.prepare(`select 1 from withdrawal where ${openWork} limit 1`).get(network) !== undefined
}

function isIdle({ database }: SettlementDeps): boolean {
  const open = "select 1 from withdrawal where status in ('pending', 'sent') and review <> 'hold' limit 1"
  return database.prepare(open).get() === undefined
}

function failDue({ database, withdrawals, now }: SettlementDeps): void {
  const due = "select * from withdrawal where status = 'pending' and review = 'fail' and created_at <= ?"
  for (const row of database.prepare<[number], WithdrawalRow>(due).all(now() - failsAfterMs)) {
    withdrawals.fail(row, 'The review of this withdrawal failed. The amount is available again.')
  }
}

async function settleNetwork(deps: SettlementDeps, chain: ChainClient): Promise<void> {
  const minedNonce = await chain.minedNonce(deps.wallet.address)
  allotNonces(deps, chain, minedNonce)
  await signAllotted(deps, chain)
  await broadcastMissing(deps, chain, minedNonce)
  await completeMined(deps, chain)
}

function allotNonces({ database }: SettlementDeps, { network }: ChainClient, minedNonce: number): void {
  const waiting = `select seq from withdrawal where ${openWork} and nonce is null order by seq`
  const read = database.prepare<[string], { next_nonce: number }>('select next_nonce from hot_wallet where network = ?')
  const setNonce = database.prepare('update withdrawal set nonce = ? where seq = ?')
  const setNext = database.prepare(
    `insert into hot_wallet values (?, ?) on conflict (network) do update set next_nonce = excluded.next_nonce`,
  )
  database
    .transaction(() => {
      const rows = database.prepare<[string], { seq: number }>(waiting).all(network)
      if (rows.length === 0) return
      // If the chain has more transactions than the ledger, a deleted ledger used the nonces up to then.
      let next = Math.max(read.get(network)?.next_nonce ?? 0, minedNonce)
      for (const { seq } of rows) setNonce.run(next++, seq)
      setNext.run(network, next)
    })
    .immediate()
}

async function signAllotted({ database, wallet }: SettlementDeps, chain: ChainClient): Promise<void> {
  const allotted = 'select * from withdrawal where network = ? and nonce is not null and raw is null order by nonce'
  const store = database.prepare('update withdrawal set raw = ?, hash = ? where seq = ?')
  for (const row of database.prepare<[string], WithdrawalRow>(allotted).all(chain.network)) {
    const asset = findAsset(row.asset)
    const contract =
      asset && networksFor(asset, row.account_id).find(({ network }) => network === row.network)?.contract
    if (contract === undefined) throw new Error(`${row.asset} is not listed on ${row.network} any more`)
    const units = BigInt(row.units)
    const payment =
      contract === ''
        ? { to: row.address.toLowerCase(), value: units, data: '0x' }
        : { to: contract, value: 0n, data: tokenTransferData(row.address, units) }
    const chainId = await chain.chainId()
    const { raw, hash } = await wallet.sign({ chainId, nonce: row.nonce as number, ...payment })
    store.run(raw, hash, row.seq)
  }
}

async function broadcastMissing(deps: SettlementDeps, chain: ChainClient, minedNonce: number): Promise<void> {
  const { database, now } = deps
  const missing = 'select * from withdrawal where network = ? and nonce >= ? and raw is not null order by nonce'
  const markSent = database.prepare(
    "update withdrawal set status = 'sent', updated_at = ? where seq = ? and status = 'pending'",
  )
  for (const row of database.prepare<[string, number], WithdrawalRow>(missing).all(chain.network, minedNonce)) {
    await chain.broadcast(row.raw as string)
    markSent.run(now(), row.seq)
  }
  // These were sent by a run that stopped before it recorded that.
  database
    .prepare(
      `update withdrawal set status = 'sent', updated_at = ?
       where network = ? and status = 'pending' and raw is not null and nonce < ?`,
    )
    .run(now(), chain.network, minedNonce)
}

async function completeMined({ database, withdrawals }: SettlementDeps, chain: ChainClient): Promise<void> {
  const sent = "select * from withdrawal where network = ? and status = 'sent' order by nonce"
  for (const row of database.prepare<[string], WithdrawalRow>(sent).all(chain.network)) {
    const receipt = await chain.receipt(row.hash as string)
    if (receipt === null) continue
    if (receipt.succeeded) withdrawals.complete(row)
    else withdrawals.fail(row, 'The chain reverted the transaction. The amount is available again.')
  }
}
