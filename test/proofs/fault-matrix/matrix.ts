// Every fault of an exchange with every adapter, through the engine. An executed order never ends as failed, an order with an unknown
// outcome is never reported as failed, and one transfer never makes two withdrawals.
import { ApiError } from '../../../server/contract/errors.ts'
import type { Exchange } from '../../../server/exchanges/exchange.ts'
import type { Credentials } from '../../../server/exchanges/sign-in.ts'
import type { Preview } from '../../../server/transfers/preview-store.ts'
import { hasEnded, statusOf } from '../../../server/transfers/transfer-status.ts'
import type { Transfer } from '../../../server/transfers/transfer-store.ts'
import type { EmulatorExchange } from '../../support/emulator-exchange.ts'
import { type Engine, recipient, startEngine } from '../../support/engine.ts'
import { ambiguousFaults, committedFaults, listingFaults, refusedFaults } from '../../support/exchange-suite.ts'
import type { Subject } from '../broken-responses/break-responses.ts'

/** One cell of the matrix: a fault of the order, and a fault of the polls afterwards. */
export interface Square {
  order: string
  /** Further faults of the order. */
  with?: readonly string[]
  polls: string | null
  /** The exchanges that support the fault. By default all. */
  only?: readonly string[]
}

const failingPolls = [
  'down',
  'hang',
  'error500Before',
  'busy',
  'maintenance',
  'rateLimited',
  'banned',
  'clockWrong',
  'nonceWrong',
  'keyRevoked',
  'signatureWrong',
  'permissionMissing',
  'unknownCodeBefore',
  'internalErrorBefore',
]
const wrongListings = [
  'unknownStatus',
  'foreignAnswer',
  'foreignNetwork',
  'mutatedAmounts',
  'mutatedAddresses',
  'duplicatedEntries',
  'listedAsPending',
  'noHash',
  'changedHash',
  'internalTransfer',
  'invisible',
]
/** Faults that affect more calls than the listing. */
const settingsOfKeys = ['nonceWindowRaised', 'migratedAccount']
/** A key of one site is unknown at the others. */
const withSites = ['okx', 'bybit', 'kuCoin', 'gateIo']
/** Faults that only some exchanges support. */
const ownSquares: readonly Square[] = [
  { order: 'loseAnswer', with: ['lowerFee'], polls: null, only: ['kraken', 'gateIo'] },
  { order: 'lowerFee', polls: null, only: ['kraken', 'gateIo'] },
  { order: 'loseAnswer', polls: 'networkUnstated', only: ['kraken'] },
  { order: 'error500Before', polls: 'nonceWindowRaised', only: ['kraken'] },
  { order: 'wrongRegion', polls: null, only: withSites },
  { order: 'loseAnswer', polls: 'wrongRegion', only: withSites },
  { order: 'error500Before', polls: 'wrongRegion', only: withSites },
  { order: 'migratedAccount', polls: null, only: ['bitget'] },
  { order: 'loseAnswer', polls: 'migratedAccount', only: ['bitget'] },
  { order: 'error500Before', polls: 'migratedAccount', only: ['bitget'] },
  { order: 'internalTransfer', polls: 'internalTransfer', only: ['coinbase'] },
]

export const squares: readonly Square[] = [
  ...[...committedFaults, ...ambiguousFaults, ...refusedFaults, ...listingFaults].map((order) => ({
    order,
    polls: null,
  })),
  ...[...failingPolls, ...wrongListings].map((polls) => ({ order: 'loseAnswer', polls })),
  ...failingPolls.map((polls) => ({ order: 'error500Before', polls })),
  ...ownSquares,
]

interface MatrixResult {
  squares: number
  /** By the final state of the transfers, for executed orders and for others. */
  ends: Map<string, number>
  wrong: string[]
}

const minuteMs = 60_000
/** The pauses between polls while they fail: together longer than any exchange's request window and listing delay. */
const badMinutes = [1, 2, 5, 12, 20, 20, 20, 20]
/** For a listing with a fault: not longer than an exchange may hide a withdrawal. */
const lyingMinutes = [1, 2, 5]
const mostMinutes = 600
/** If absence is never concluded, no wait is needed. */
const fewMinutes = 60

export async function runMatrix(subject: Subject, chosen: readonly Square[], first = 0): Promise<MatrixResult> {
  const emulator = await subject.start()
  const saved = { login: 'user_good', label: 'mine', network: 'base', address: recipient }
  await emulator.sandbox.call('POST', '/console/addresses', saved)
  const result: MatrixResult = { squares: 0, ends: new Map(), wrong: [] }
  for (const [n, square] of chosen.entries()) {
    if (square.only !== undefined && !square.only.includes(emulator.name)) continue
    // Different amounts identify the orders if the exchange returns no reference.
    const amount = `${20 + Math.floor((first + n) / 100)}.${String((first + n) % 100).padStart(2, '0')}1`
    const engine = await engineOf(emulator)
    const wrong = await tryOne({ emulator, engine, amount, ends: result.ends }, square)
    await engine.close()
    const orderFaults = [square.order, ...(square.with ?? [])].join(' and ')
    const name = `order under ${orderFaults}${square.polls === null ? '' : `, polls under ${square.polls}`}`
    result.wrong.push(...wrong.map((what) => `${emulator.name}, ${name}: ${what}`))
    result.squares++
  }
  result.wrong.push(...emulator.sandbox.exchange.ledger.check().map((what) => `${emulator.name}: ${what}`))
  await emulator.close()
  return result
}

/** A separate server and sign-in for each cell: no other transfer is polled, and no token was used before. */
async function engineOf({ exchange, sandbox, credentialsOf }: EmulatorExchange): Promise<Engine> {
  const fields = await credentialsOf('user_good')
  return startEngine(undefined, { exchange: signedIn(exchange, fields), clock: sandbox.clock, fields })
}

/** If users sign in on the exchange's pages, that was done before. */
function signedIn(exchange: Exchange, credentials: Credentials): Exchange {
  if (exchange.signIn.scheme !== 'oauth') return exchange
  const accounts = [{ externalId: '', name: 'Main' }]
  return {
    ...exchange,
    startSignIn: async () => ({ state: 'connected', credentials, accounts, renewable: true }),
  }
}

interface Trial {
  emulator: EmulatorExchange
  engine: Engine
  amount: string
  ends: Map<string, number>
}

async function tryOne(
  { emulator, engine, amount, ends }: Trial,
  { order, with: others = [], polls }: Square,
): Promise<string[]> {
  const wrong: string[] = []
  const before = await emulator.counts()
  const preview = await engine.preview(amount)
  const faults = Object.fromEntries([order, ...others].map((name) => [name, true]))
  await emulator.fault({ ...faults, scope: listingFaults.includes(order) ? 'all' : 'withdraw' })
  const refused = await refusalOf(engine, preview)
  if (refused !== null) {
    await emulator.fault({})
    ends.set(`stopped: ${refused}`, (ends.get(`stopped: ${refused}`) ?? 0) + 1)
    const now = await emulator.counts()
    return now.ordered > before.ordered || now.made > before.made ? [`stopped by ${refused}, and ordered`] : []
  }
  const isMade = (await emulator.counts()).made > before.made
  const judge = (when: string, transfer: Transfer) => {
    const status = statusOf(transfer.state)
    if (isMade && (status === 'Failed' || status === 'Hidden')) wrong.push(`made, and ${transfer.state} ${when}`)
    if (!isMade && ['Submitted', 'Confirming', 'Succeeded'].includes(transfer.state)) {
      wrong.push(`not made, and ${transfer.state} ${when}`)
    }
    const isOpen = !isMade && polls !== null && when !== 'in the end'
    if (isOpen && transfer.state !== 'Unknown') wrong.push(`the outcome is ambiguous, and ${transfer.state} ${when}`)
  }
  judge('after execute', await engine.transferOf(preview))
  if (ambiguousFaults.includes(order) && (await engine.transferOf(preview)).state !== 'Unknown') {
    wrong.push('the outcome is ambiguous, and the state is another')
  }
  await emulator.fault(polls === null ? {} : { [polls]: true, scope: settingsOfKeys.includes(polls) ? 'all' : 'list' })
  if (polls !== null) {
    for (const minutes of [...wrongListings, 'networkUnstated'].includes(polls) ? lyingMinutes : badMinutes) {
      engine.wait(minutes * minuteMs)
      await engine.poll()
    }
    judge('while polls fail', await engine.transferOf(preview))
    await emulator.fault({})
  }
  const end = await pollToItsEnd(engine, () => engine.transferOf(preview))
  judge('in the end', end)
  wrong.push(...wrongEnd(engine, end, isMade, ambiguousFaults.includes(order) || polls !== null))
  const after = await emulator.counts()
  if (after.ordered - before.ordered > 1) wrong.push(`${after.ordered - before.ordered} orders`)
  if (after.made - before.made > 1) wrong.push(`${after.made - before.made} withdrawals`)
  const name = `${isMade ? 'made' : 'not made'}: ${end.state}`
  ends.set(name, (ends.get(name) ?? 0) + 1)
  return wrong
}

/** Why nothing was sent; null if the order was sent. */
async function refusalOf(engine: Engine, preview: Preview): Promise<string | null> {
  try {
    await engine.execute(preview)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.type
    throw error
  }
}

async function pollToItsEnd(engine: Engine, read: () => Promise<Transfer>): Promise<Transfer> {
  const isConcluded = engine.deps.exchanges.all[0]?.recovery.fenceMs !== null
  for (let minute = 0; minute < (isConcluded ? mostMinutes : fewMinutes); minute += 5) {
    await engine.poll()
    const transfer = await read()
    if (hasEnded(transfer.state) || ['Submitted', 'Confirming', 'RequiresAction'].includes(transfer.state))
      return transfer
    engine.wait(5 * minuteMs)
  }
  return read()
}

function wrongEnd({ deps }: Engine, { state }: Transfer, isMade: boolean, wasUnclear: boolean): string[] {
  const [exchange] = deps.exchanges.all
  const isConcluded = exchange?.recovery.fenceMs !== null
  if (isMade) return state === 'Unknown' ? ['made, and never found'] : []
  if (!wasUnclear) return []
  return state === (isConcluded ? 'NotSent' : 'Unknown') ? [] : [`never made, and ends ${state}`]
}
