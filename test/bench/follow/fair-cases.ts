// Cases in which some calls, keys or nodes are slow. Each compares a run with a healthy one beside it, at the same time.
import { setTimeout as pause } from 'node:timers/promises'
import { ExchangeFailure } from '../../../server/exchanges/exchange-failure.ts'
import { exchangeLimits } from '../../../server/limits/exchange-limits.ts'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { paymentFor } from '../../support/engine.ts'
import type { BenchStorage } from '../storages.ts'
import { callMs } from './follow-exchange.ts'
import { addAccounts, addTransfers, openFollowStage, pollWhile, tokens } from './follow-stage.ts'

/** In polls per second: slow enough that 500 due transfers wait for it. */
export const usualRate = 8
const hangMs = 10_000
const due = { youngestMs: 120_000, oldestMs: 180_000, dueWithinMs: 0 }
const keyLimit = { quota: 10, windowSeconds: 60 }

/** 500 transfers of 500 accounts, all due. One of 20 calls hangs. */
export async function completedPolls(storage: BenchStorage, seconds: number, hangs: boolean) {
  const stage = await openFollowStage(storage, 20)
  const accountIds = await addAccounts(stage, tokens(500))
  await addTransfers(stage, { ...due, count: 500, accountIds })
  let [calls, completed] = [0, 0]
  stage.exchange.call = async () => {
    if (hangs && ++calls % 20 === 0) {
      await pause(hangMs)
      throw new ExchangeFailure('timeout')
    }
    await pause(callMs)
    completed += 1
  }
  const updatesBefore = stage.meter.transferUpdates
  await pollWhile(stage, () => pause(seconds * 1_000))
  const updatesPerPoll = (stage.meter.transferUpdates - updatesBefore) / completed
  await stage.close()
  return { completed, updatesPerPoll }
}

/** 40 transfers of each of two networks. The node of the second one hangs, or both are healthy. */
export async function chainPolls(storage: BenchStorage, seconds: number, hangs: boolean): Promise<number> {
  const stage = await openFollowStage(storage, usualRate)
  const accountIds = await addAccounts(stage, tokens(40))
  const other = networkCatalogue('sandbox').all.find(({ key }) => key !== 'base')?.key ?? ''
  const hash = `0x${'1'.repeat(64)}`
  for (const networkKey of ['base', other])
    await addTransfers(stage, { ...due, count: 40, accountIds, state: 'Confirming', networkKey, hash })
  let completed = 0
  const payment = paymentFor(stage.model, 1)
  const node = (findsPayment: () => Promise<void>) => ({
    isHash: () => true,
    findPayment: () => findsPayment().then(() => payment),
    readTransaction: async () => undefined,
  })
  const healthy = async () => {
    await pause(callMs)
    completed += 1
  }
  const hanging = async () => {
    await pause(hangMs)
    throw new Error('the node does not respond')
  }
  stage.deps.chains = new Map([
    ['base', node(healthy)],
    [other, node(hangs ? hanging : () => pause(callMs))],
  ])
  await pollWhile(stage, () => pause(seconds * 1_000))
  await stage.close()
  return completed
}

export type NoisyKey = 'alone' | 'one account' | 'sign-ins'

/** How long until each of 50 users is polled first, beside 450 transfers of one key. Infinite if not within `limitMs`. */
export async function firstPolls(storage: BenchStorage, noisy: NoisyKey, limitMs: number): Promise<number> {
  const stage = await openFollowStage(storage, usualRate)
  const quiet = await addAccounts(stage, tokens(50))
  const noisyKeys = Array.from({ length: noisy === 'sign-ins' ? 450 : 1 }, () => ({ apiKey: 'noisy' }))
  const noisyIds = await addAccounts(stage, noisy === 'alone' ? [] : noisyKeys)
  if (noisyIds.length > 0) await addTransfers(stage, { ...due, count: 450, accountIds: noisyIds })
  await addTransfers(stage, { ...due, count: 50, accountIds: quiet })
  const missing = new Set(quiet)
  const all = Promise.withResolvers<void>()
  const limits = exchangeLimits(stage.deps.database, stage.deps.now)
  stage.exchange.call = async (accountId, { apiKey }) => {
    if (missing.delete(accountId) && missing.size === 0) all.resolve()
    if (apiKey !== undefined && !(await limits.acquire(apiKey, keyLimit))) throw new ExchangeFailure('rateLimited')
    await pause(callMs)
  }
  const started = performance.now()
  let ms = Number.POSITIVE_INFINITY
  const reached = all.promise.then(() => {
    ms = performance.now() - started
  })
  await pollWhile(stage, () => Promise.race([reached, pause(limitMs)]))
  await stage.close()
  return ms
}
