// The clients request a preview, execute it once or several times at once, retry failed calls, enter codes and record the responses.

import { loadAccount } from '../../../server/accounts/accounts.ts'
import { Amount } from '../../../server/contract/amount.ts'
import { ApiError } from '../../../server/contract/errors.ts'
import type { Exchange } from '../../../server/exchanges/exchange.ts'
import { executeTransfer } from '../../../server/transfers/execute.ts'
import { previewTransfer } from '../../../server/transfers/preview.ts'
import type { Preview } from '../../../server/transfers/preview-store.ts'
import type { ExecuteResult } from '../../../server/transfers/send-withdrawal.ts'
import type { TransferDeps } from '../../../server/transfers/transfer-deps.ts'
import { clientTransfer } from '../../../server/transfers/transfer-list.ts'
import { networkOfKey } from './ground.ts'
import type { ClientPlan } from './schedule.ts'
import { rightCode, staleCode } from './simulated-exchange.ts'
import type { SimulatedWorld } from './simulated-world.ts'
import { Violation } from './violation.ts'

export const recipients = ['0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61', '0x8ba1f109551bD432803012645Ac136ddd64DBA72']
const patienceMs = 60_000
const typed = { right: rightCode, wrong: '000000', stale: staleCode }
/** Final errors: no order was sent for this preview, and none will be. */
const denials = new Set(['previewExpired', 'mfaLocked', 'previewNotFound'])
const allowedAfterSend = new Set(['mfaLocked'])
const ended = new Set(['Succeeded', 'Rejected', 'NotSent', 'Returned', 'Canceled'])

/** One call of execute: whether it sent, and how often a process had been paused when it started. */
interface ExecuteCall {
  sent: boolean
  pauses: number
}

type Reply<T> = { value: T } | { error: unknown } | 'no response'

export async function runClient(world: SimulatedWorld, plan: ClientPlan): Promise<void> {
  await world.scheduler.sleep(plan.startMs)
  const preview = await makePreview(world, plan)
  if (preview === null) return
  await Promise.all(plan.executesMs.map((ms, index) => executeUntilEnded(world, plan, { preview, ms, index })))
}

async function makePreview(world: SimulatedWorld, plan: ClientPlan): Promise<Preview | null> {
  const tenant = world.ground.tenants[plan.tenant]
  for (let attempt = 0; attempt < 3; attempt++) {
    const reply = await send(world, attempt, async (deps) => {
      const account = await loadAccount(deps, tenant.clientId, tenant.accounts[plan.account])
      const networkId = networkOfKey[plan.networkKey].id
      const toAddress = recipients[plan.address] ?? ''
      const terms = { networkId, symbol: 'USDC', toAddress, addressTag: '', amount: Amount.parse(plan.amount) }
      return previewTransfer(deps, { account, ...terms, session: null })
    })
    if (reply !== 'no response' && 'value' in reply) {
      const { id, terms, expiresAt } = reply.value
      const note = { clientId: tenant.clientId, account: plan.account, terms, expiresAt }
      world.journal.previews.set(id, { ...note, transferId: null, denied: null })
      return reply.value
    }
    await world.scheduler.sleep(5_000)
  }
  return null
}

async function executeUntilEnded(
  world: SimulatedWorld,
  plan: ClientPlan,
  { preview, ms, index }: { preview: Preview; ms: number; index: number },
) {
  await world.scheduler.sleep(ms)
  const codes = [...plan.codes]
  let mfaCode: string | null = null
  for (let tries = 0; tries < plan.retries + 8; tries++) {
    const reply = await execute(world, plan, { preview, mfaCode, server: tries + index })
    if (reply !== 'no response' && 'value' in reply) {
      const { value: result } = reply
      if (result.outcome === 'ordered' || result.outcome === 'failed') {
        await world.scheduler.sleep(1_500)
        return readBack(world, plan, preview, index)
      }
      if (result.outcome === 'emailConfirmationRequired') {
        world.note('confirmation waited for')
        await world.scheduler.sleep(700)
        continue
      }
      const isStale = result.error.type === 'mfaCodeExpired'
      mfaCode = isStale ? rightCode : typed[(codes.length > 1 ? codes.shift() : codes[0]) ?? 'right']
      if (mfaCode !== rightCode) world.note(mfaCode === staleCode ? 'stale code typed' : 'wrong code typed')
    } else {
      if (isFinal(reply) || tries >= plan.retries + (mfaCode === null ? 0 : 6)) return
      world.note(reply === 'no response' ? 'client retries without a response' : 'client retries after an error')
    }
    await world.scheduler.sleep(700)
  }
}

async function execute(
  world: SimulatedWorld,
  plan: ClientPlan,
  { preview, mfaCode, server }: { preview: Preview; mfaCode: string | null; server: number },
): Promise<Reply<ExecuteResult>> {
  const tenant = world.ground.tenants[plan.tenant]
  const request = { clientId: tenant.clientId, accountId: tenant.accounts[plan.account], sessionId: null }
  const call = { sent: false, pauses: pausesOf(world) }
  const first = world.faults.count('step') + 1
  world.hurry()
  const reply = await send(world, server, (deps) =>
    executeTransfer(noting(deps, call), {
      ...request,
      previewId: preview.id,
      mfaCode,
      linkId: null,
      transactionId: null,
    }),
  )
  world.executeSteps = { first: world.executeSteps?.first ?? first, last: world.faults.count('step') }
  world.guard(() => judge(world, preview, reply, call))
  return reply
}

/** The same dependencies, recording whether this call sends. */
function noting(deps: TransferDeps, call: Pick<ExecuteCall, 'sent'>): TransferDeps {
  const [exchange] = deps.exchanges.all
  if (exchange === undefined) return deps
  const noted: Exchange = {
    ...exchange,
    withdraw: (...order) => {
      call.sent = true
      return exchange.withdraw(...order)
    },
  }
  return { ...deps, exchanges: { all: [noted], byType: () => noted } }
}

/** A response must agree with earlier responses and with the stored transfer. */
function judge(world: SimulatedWorld, preview: Preview, reply: Reply<ExecuteResult>, call: ExecuteCall): void {
  world.invariants.check()
  const note = world.journal.previews.get(preview.id)
  if (reply === 'no response' || note === undefined) return
  if ('error' in reply) {
    const type = reply.error instanceof ApiError ? reply.error.type : 'internalError'
    world.trace(`a client receives ${type} for ${preview.id.slice(-4)}`)
    if (call.sent && !allowedAfterSend.has(type)) throw new Violation('E', `${type} was returned after a send`)
    if (!call.sent && reply.error instanceof ApiError) judgeRejection(world, preview, type, call)
    if (denials.has(type)) note.denied = type
    return
  }
  const { value: result } = reply
  world.trace(`a client receives ${result.outcome} for ${preview.id.slice(-4)}`)
  if (!('transfer' in result)) return
  const { transfer } = result
  if (note.transferId !== null && note.transferId !== transfer.id)
    throw new Violation('I1', 'a preview has two transfers')
  note.transferId = transfer.id
  if (transfer.clientId !== note.clientId) throw new Violation('I11', "another tenant's transfer was returned")
  if (!transfer.terms.amount.equals(note.terms.amount) || transfer.terms.toAddress !== note.terms.toAddress) {
    throw new Violation('I2', 'the returned transfer is not what was previewed')
  }
  const stored = world.invariants.transfers.get(transfer.id)
  if (stored === undefined) throw new Violation('I2', 'a transfer was acknowledged that is not stored')
  if (result.outcome === 'failed' && !ended.has(transfer.state)) {
    throw new Violation('S', `failure was returned while the transfer is ${transfer.state}`)
  }
  if (ended.has(transfer.state) && stored.state !== transfer.state) {
    throw new Violation('S', `${transfer.state} was returned, ${stored.state} is stored`)
  }
}

/**
 * A rejection means that no order was executed. A storage error does not, and a process that was paused may have read the storage
 * long before it responds.
 */
function judgeRejection(world: SimulatedWorld, preview: Preview, type: string, { pauses }: ExecuteCall): void {
  if (pausesOf(world) > pauses) return
  const transfer = [...world.invariants.transfers.values()].find((row) => row.preview_id === preview.id)
  if (transfer === undefined || transfer.state === 'RequiresAction' || transfer.state === 'Abandoned') return
  throw new Violation('E', `${type} was returned while the transfer of the preview is ${transfer.state}`)
}

function pausesOf({ counts }: SimulatedWorld): number {
  return (counts.get('pause before a step') ?? 0) + (counts.get('pause after a step') ?? 0)
}

/** An acknowledged transfer can always be read. */
async function readBack(world: SimulatedWorld, plan: ClientPlan, preview: Preview, server: number): Promise<void> {
  const transferId = world.journal.previews.get(preview.id)?.transferId
  if (transferId == null) return
  const { clientId } = world.ground.tenants[plan.tenant]
  const reply = await send(world, server, (deps) => clientTransfer(deps.database.query, clientId, transferId))
  if (reply === 'no response' || !('error' in reply)) return
  if (reply.error instanceof ApiError) world.fail(new Violation('I2', `an acknowledged transfer: ${reply.error.type}`))
}

export async function runIntruder(world: SimulatedWorld): Promise<void> {
  await world.scheduler.sleep(400)
  const [victim] = world.journal.previews.entries()
  const stranger = world.ground.tenants.find(({ clientId }) => clientId !== victim?.[1].clientId)
  if (victim === undefined || stranger === undefined) return
  const owner = { clientId: stranger.clientId, accountId: null, sessionId: null, linkId: null, transactionId: null }
  const reply = await send(world, 0, (deps) => executeTransfer(deps, { ...owner, previewId: victim[0], mfaCode: null }))
  world.note("another tenant's preview tried")
  if (reply !== 'no response' && 'value' in reply) {
    world.fail(new Violation('I11', "another tenant's preview was executed"))
  }
}

/** One request to a server, with the client's timeout. A server that was killed or paused does not respond. */
function send<T>(world: SimulatedWorld, server: number, work: (deps: TransferDeps) => Promise<T>): Promise<Reply<T>> {
  const target = world.server(server)
  if (target === null || target.process.paused) return world.scheduler.sleep(3_000).then(() => 'no response' as const)
  return new Promise((resolve) => {
    work(target.deps).then(
      (value) => resolve({ value }),
      (error: unknown) => {
        world.seen(String(error), 'an error')
        resolve({ error })
      },
    )
    world.scheduler.after(patienceMs, () => resolve('no response'))
  })
}

function isFinal(reply: Reply<unknown>): boolean {
  return reply !== 'no response' && 'error' in reply && reply.error instanceof ApiError && denials.has(reply.error.type)
}
