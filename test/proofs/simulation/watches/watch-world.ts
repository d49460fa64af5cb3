// One run of the code that polls wallets: servers, a chain with several nodes, and a user who pays. Checked after every step until
// every watch has ended.

import { Amount } from '../../../../server/contract/amount.ts'
import { registryOf, selfCustodyType } from '../../../../server/exchanges/registry.ts'
import { base } from '../../../../server/networks/base.ts'
import { cachedPrices } from '../../../../server/prices/prices.ts'
import { inTransaction } from '../../../../server/storage/storage.ts'
import { fingerprintOfPayment } from '../../../../server/transfers/fingerprint.ts'
import { proofOf } from '../../../../server/transfers/payment-proof.ts'
import { pollPool } from '../../../../server/transfers/poll-pool.ts'
import { type TransferTerms, termsToText } from '../../../../server/transfers/terms.ts'
import { insertTransfer, transferById } from '../../../../server/transfers/transfer-store.ts'
import { nativeBalancesBefore } from '../../../../server/wallets/ambiguous-payment.ts'
import { paymentCall } from '../../../../server/wallets/payment-call.ts'
import { pollWallet } from '../../../../server/wallets/poll-wallet.ts'
import type { WalletDeps } from '../../../../server/wallets/request-wallet.ts'
import { walletAdapter } from '../../../../server/wallets/wallet-adapter.ts'
import { reportSent } from '../../../../server/wallets/wallet-callbacks.ts'
import type { WalletNetwork } from '../../../../server/wallets/wallet-networks.ts'
import { insertWatch } from '../../../../server/wallets/watch-rows.ts'
import { recipients } from '../clients.ts'
import { Faults } from '../faults.ts'
import { type Ground, networks, seals } from '../ground.ts'
import { Scheduler } from '../scheduler.ts'
import { SimulatedProcess } from '../simulated-process.ts'
import { type Violation, violationOf } from '../violation.ts'
import type { Run } from '../world.ts'
import { chainNodes } from './chain-nodes.ts'
import { EqualExchangeTransfer } from './equal-exchange-transfer.ts'
import { ForkedChain } from './forked-chain.ts'
import { dayMs, type PaymentPlan, type WatchPlan } from './watch-plan.ts'
import { WatchTruth } from './watch-truth.ts'

const payer = '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4'
const [recipient = ''] = recipients
const amount = Amount.parse('25')
const shortestPassMs = 300
const longestMs = 9 * dayMs
const unreported = { laterBlocks: 0, reportedMs: null }
const nothing = async () => new Map<string, Amount>()

interface Server {
  process: SimulatedProcess
  deps: WalletDeps
}

export class WatchWorld {
  private readonly scheduler = new Scheduler()
  private readonly counts = new Map<string, number>()
  private readonly lines: string[] = []
  private readonly faults: Faults
  private readonly chain: ForkedChain
  private readonly truth: WatchTruth
  private readonly exchangeTransfer: EqualExchangeTransfer
  private readonly servers: (Server | null)[] = []
  private readonly payments = new Set<string>()
  private readonly plan: WatchPlan
  private readonly ground: Ground
  private readonly seed: number
  private readonly tracing: boolean
  private violation: Violation | null = null
  private passMs = shortestPassMs
  private ids = 0
  private versionSeen = -1
  private ended = false

  constructor(ground: Ground, plan: WatchPlan, seed: number, tracing: boolean) {
    this.ground = ground
    this.plan = plan
    this.seed = seed
    this.tracing = tracing
    this.faults = new Faults(plan.faults, this.note)
    this.chain = new ForkedChain(plan.blockMs)
    this.exchangeTransfer = new EqualExchangeTransfer(ground.storage, this.scheduler)
    this.truth = new WatchTruth({
      ...{ storage: ground.storage, chain: this.chain, plan, note: this.note },
      requiredConfirmations: base.requiredConfirmations,
    })
  }

  async run(): Promise<Run> {
    const { storage } = this.ground
    storage.reset({ written: () => {}, note: this.note })
    for (let index = 0; index < this.plan.processes; index++) this.start(index)
    this.begin().catch(this.fail)
    await this.scheduler.run(
      () => this.isOver(),
      () => this.guard(() => this.truth.check(this.scheduler.now, this.payments)),
    )
    this.ended = true
    if (this.violation === null) this.guard(() => this.truth.checkEnded(this.payments))
    return {
      violation: this.violation,
      virtualMs: this.scheduler.now,
      steps: this.scheduler.steps,
      counts: this.counts,
      trace: this.lines,
      engineSteps: 0,
      executeSteps: null,
    }
  }

  readonly fail = (error: unknown): void => {
    this.violation ??= violationOf(error)
  }

  /** Requests the payments, without faults: a watch is stored before its payment can be seen. */
  private async begin(): Promise<void> {
    const { plan, chain, scheduler } = this
    this.faults.active = false
    const ids: string[] = []
    for (let index = 0; index < plan.transfers; index++) ids.push(await this.request())
    this.faults.active = true
    const notBefore = chain.headAt(scheduler.now) + 1
    const sending = plan.payments.map((payment) => ({ ...payment, kind: 'payment' as const }))
    const others = plan.othersMs.map((atMs) => ({ ...unreported, atMs, kind: 'other' as const }))
    const { exchangePayment } = plan
    if (exchangePayment !== null) await this.exchangeTransfer.insertLike(ids[0] ?? '')
    const ofExchange =
      exchangePayment === null ? [] : [{ ...unreported, ...exchangePayment, kind: 'exchange' as const }]
    const inTime = [...sending, ...others, ...ofExchange].toSorted((one, other) => one.atMs - other.atMs)
    for (const [nonce, each] of inTime.entries()) {
      const atMs = Math.max(each.atMs, scheduler.now + 1)
      scheduler.after(atMs - scheduler.now, () => this.send(each, nonce, notBefore, ids))
    }
    for (const { atMs, depth, moves } of plan.reorgs) {
      scheduler.after(Math.max(1, atMs - scheduler.now), () => {
        this.passMs = shortestPassMs
        if (chain.reorganise(scheduler.now, depth, moves) > 0) this.note(`reorganised, transactions ${moves}`)
      })
    }
  }

  private async request(): Promise<string> {
    const server = this.servers[0]
    if (server == null) throw new Error('no server runs')
    const { deps } = server
    const at = deps.wallets.get('base') as WalletNetwork
    const { clientId, accounts } = this.ground.tenants[0]
    const terms = this.terms()
    const [id, previewId] = [deps.newId(), deps.newId()]
    const fingerprint = terms.fromAddress === '' ? fingerprintOfPayment(terms) : null
    const { mined } = await at.reads.nonces(payer)
    const balancesBefore = terms.fromAddress === '' ? null : await nativeBalancesBefore(at, terms)
    const nonces = { nonce: mined, minedNonce: mined }
    const watch = { transferId: id, ...nonces, firstBlock: await at.reads.head(), balancesBefore }
    const now = deps.now()
    const times = { created_at: now.getTime(), expires_at: now.getTime(), spent_at: now.getTime() }
    const owner = { clientId, accountId: accounts.first, userId: 'user', linkId: null, transactionId: null }
    await inTransaction(deps.database, async (query) => {
      const preview = { id: previewId, client_id: clientId, account_id: accounts.first, session_id: null, ...times }
      await query
        .insertInto('preview')
        .values({ ...preview, terms: termsToText(terms), wrong_codes: 0 })
        .execute()
      const created = { ...owner, id, previewId, terms, exchangeType: selfCustodyType, fingerprint }
      await insertTransfer(query, created, { now, nextPollAt: now, state: 'AwaitingWallet' })
      await insertWatch(query, watch)
    })
    return id
  }

  private terms(): TransferTerms {
    const { asset, from } = this.plan
    const symbol = asset === 'coin' ? base.nativeSymbol : 'USDC'
    const token = base.tokens.find((each) => each.symbol === symbol)
    if (token === undefined) throw new Error('Base has no such token')
    const fees = { networkFee: Amount.zero, networkFeeInFiat: null, exchangeFee: Amount.zero, exchangeFeeInFiat: null }
    return {
      ...{ networkId: base.id, networkKey: base.key, networkName: base.name, symbol },
      ...{ contract: token.contract, decimals: token.decimals, amount, amountInFiat: null, ...fees },
      ...{ toAddress: recipient, addressTag: '', fromAddress: from === 'wallet' ? payer : '', fromName: 'Wallet' },
      ...{
        adapterState: '',
        walletCall: { chainType: 'evm', gasLimit: '65000' } as const,
        estimatedSeconds: 30,
        requiredConfirmations: base.requiredConfirmations,
      },
    }
  }

  private send(
    { laterBlocks, reportedMs, kind }: PaymentPlan & { kind: 'payment' | 'exchange' | 'other' },
    nonce: number,
    notBefore: number,
    ids: string[],
  ): void {
    const { chain, scheduler } = this
    const terms = this.terms()
    const sent = kind === 'other' ? Amount.parse('1') : amount
    const { from, to, data, value } = paymentCall(terms, { from: payer, to: recipient, amount: sent })
    const log =
      terms.contract === ''
        ? null
        : { contract: terms.contract, to: recipient, units: sent.toBaseUnits(terms.decimals) }
    const hash = `0x${(nonce + 1).toString(16).padStart(64, '0')}`
    const broadcastAt = scheduler.now
    chain.send({ hash, from, to, data, value, nonce, log, broadcastAt, notBefore }, laterBlocks)
    if (kind === 'payment') this.payments.add(hash)
    if (kind === 'exchange') this.nameLater(hash)
    this.passMs = shortestPassMs
    const transferId = ids[[...this.payments].indexOf(hash)]
    if (reportedMs === null || transferId === undefined) return
    scheduler.after(reportedMs, () => this.report(transferId, hash).catch(() => {}))
  }

  private nameLater(hash: string): void {
    const changed = (write: Promise<void>) => {
      this.passMs = shortestPassMs
      write.catch(this.fail)
    }
    const proof = proofOf(this.terms(), hash)
    this.exchangeTransfer.nameLater(hash, proof, this.plan.exchangePayment?.namedMs ?? 0, changed)
  }

  private async report(id: string, hash: string): Promise<void> {
    const deps = this.servers.find((server) => server !== null)?.deps
    const transfer = deps && (await transferById(deps.database.query, id))
    if (deps === undefined || transfer === undefined) return
    this.note('hash reported')
    await reportSent(deps, transfer, hash)
  }

  private start(index: number): void {
    if (this.ended) return
    const { scheduler, faults, ground, chain, plan } = this
    const trace = (text: string) => this.trace(text)
    const crashed = (process: SimulatedProcess, restartMs: number) => {
      ground.storage.drop(process)
      this.servers[index] = null
      scheduler.after(restartMs, () => this.start(index))
    }
    const process = new SimulatedProcess({ scheduler, faults, crashed, trace }, `server ${index + 1}`, index * 700)
    const endMs = plan.nodesEndMs ?? Number.POSITIVE_INFINITY
    const nodes = chainNodes(process, { chain, nodes: plan.nodes, seed: this.seed + index, endMs, note: this.note })
    const network = { network: base, chainId: '8453', ...nodes, rpcUrl: null, explorerUrl: null }
    const wallets = new Map([['base', network]])
    const origin = walletAdapter(wallets, new Map(), nothing)
    const deps: WalletDeps = {
      ...{ database: ground.storage.connect(process), environment: 'sandbox', now: process.now },
      newId: () => `10000000-0000-4000-8000-${(++this.ids).toString(16).padStart(12, '0')}`,
      pause: (ms) => process.step(ms, () => undefined),
      log: { info() {}, warn() {}, error: ({ message }) => trace(String(message ?? '')) },
      ...{ exchanges: registryOf([origin]), sealer: seals, networks, prices: cachedPrices(process.now) },
      ...{ chains: new Map([['base', network.chain]]), wallets, solana: new Map() },
      pollers: new Map([[selfCustodyType, pollWallet({ wallets, solana: new Map() })]]),
    }
    this.servers[index] = { process, deps }
    const again = (polled: number) => {
      // A poll with more blocks to search is due again immediately. A due transfer that was not claimed waits for its lease.
      const hasMore = polled > 0 && this.isDue(process.now().getTime())
      const ms = hasMore ? shortestPassMs : this.nextPassMs()
      scheduler.after(ms, () => process.whenRunning(pass))
    }
    const pool = pollPool(deps)
    const pass = () => {
      if (this.ended) return
      if (this.isDue(process.now().getTime())) {
        pool.fill().then(
          (polled) => pool.settled().then(() => again(polled)),
          () => again(0),
        )
      } else again(0)
    }
    again(0)
  }

  /** A real server polls every 150 ms. Here the time between two passes grows, and is short again when something happens. */
  private nextPassMs(): number {
    const ms = this.passMs
    this.passMs = Math.min(ms * 2, this.plan.longestPassMs)
    return ms
  }

  private isDue(now: number): boolean {
    const select = 'select 1 from transfer where next_poll_at <= ? limit 1'
    return this.ground.storage.prepared(select).get(now) !== undefined
  }

  private isOver(): boolean {
    const { storage } = this.ground
    if (this.violation !== null || this.scheduler.now > longestMs) return true
    if (storage.inTransaction || storage.version === this.versionSeen) return false
    this.versionSeen = storage.version
    const rows = this.truth.rows()
    return rows.length === this.plan.transfers && rows.every((row) => row.next_poll_at === null)
  }

  private readonly note = (kind: string): void => {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    this.trace(`· ${kind}`)
  }

  private trace(text: string): void {
    if (this.tracing) this.lines.push(`${(this.scheduler.now / 1000).toFixed(3).padStart(12)} s  ${text}`)
  }

  private guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fail(error)
    }
  }
}
