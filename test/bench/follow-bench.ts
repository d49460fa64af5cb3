// How fairly and how fast pending transfers are polled, in real time, at an exchange whose calls take 50 ms. A quick run leaves
// PostgreSQL out.
import { chainPolls, completedPolls, firstPolls } from './follow/fair-cases.ts'
import { databaseTime, firstPollDelay, newBesideBacklog, openPending } from './follow/scale-cases.ts'
import { type BenchStorage, embedded } from './storages.ts'

export interface FollowRow {
  what: string
  figure: number | null
  /** Null: reported only. */
  bound: { atLeast: number } | { atMost: number } | null
}

interface FollowSizes {
  seconds: number
  idleSeconds: number
  limitMs: number
  backlog: number
  pending: number
  accounts: number
}

const fullSizes: FollowSizes = {
  seconds: 20,
  idleSeconds: 6,
  limitMs: 20_000,
  backlog: 20_000,
  pending: 100_000,
  accounts: 10_000,
}
const quickSizes: FollowSizes = {
  seconds: 4,
  idleSeconds: 1,
  limitMs: 8_000,
  backlog: 2_000,
  pending: 10_000,
  accounts: 1_000,
}

export async function benchFollow(
  storages: readonly BenchStorage[],
  quick: boolean,
  print: (row: FollowRow) => void,
): Promise<FollowRow[]> {
  const sizes = quick ? quickSizes : fullSizes
  const rows: FollowRow[] = []
  const add = (row: FollowRow) => {
    rows.push(row)
    print(row)
  }
  await addFairRows(add, sizes)
  for (const storage of quick ? [embedded] : storages) {
    await addBacklogRows(add, storage, sizes)
    await addPendingRows(add, storage, sizes)
  }
  return rows
}

async function addFairRows(add: (row: FollowRow) => void, { seconds, limitMs }: FollowSizes): Promise<void> {
  const [healthy, hanging, bothHealthy, oneHanging] = await Promise.all([
    completedPolls(embedded, seconds, false),
    completedPolls(embedded, seconds, true),
    chainPolls(embedded, seconds, false),
    chainPolls(embedded, seconds, true),
  ])
  const what = 'completed polls while 5 % of calls hang, beside none'
  add({ what, figure: hanging.completed / healthy.completed, bound: { atLeast: 0.9 } })
  add({ what: 'row updates per poll', figure: healthy.updatesPerPoll, bound: null })
  const ofNetwork = 'polls of a network while the node of another hangs, beside none'
  add({ what: ofNetwork, figure: oneHanging / bothHealthy, bound: { atLeast: 0.9 } })
  const [alone, account, signIns] = await Promise.all([
    firstPolls(embedded, 'alone', limitMs),
    firstPolls(embedded, 'one account', limitMs),
    firstPolls(embedded, 'sign-ins', limitMs),
  ])
  const firstOf = (noisy: string) => `first polls of 50 users beside ${noisy}, beside alone`
  add({ what: firstOf('450 transfers of one account'), figure: account / alone, bound: { atMost: 2 } })
  add({ what: firstOf('450 sign-ins with one key'), figure: signIns / alone, bound: { atMost: 2 } })
}

async function addBacklogRows(
  add: (row: FollowRow) => void,
  storage: BenchStorage,
  { idleSeconds, limitMs, backlog }: FollowSizes,
): Promise<void> {
  const times = { seconds: idleSeconds, limitMs }
  const none = await newBesideBacklog(storage, { count: 0, accounts: 1 }, times)
  add({ what: `transactions per second, idle, ${storage.name}`, figure: none.idle, bound: { atMost: 10 } })
  const updates = `row updates per transfer from execute to Succeeded, ${storage.name}`
  add({ what: updates, figure: none.updatesPerTransfer, bound: null })
  for (const accounts of [1, backlog]) {
    const beside = await newBesideBacklog(storage, { count: backlog, accounts }, times)
    const of = `${backlog} pending of ${accounts === 1 ? 'one account' : 'as many accounts'}, ${storage.name}`
    add({ what: `16 new transfers beside ${of}`, figure: beside.endMs / none.endMs, bound: { atMost: 2 } })
    add({ what: `transactions per second with ${of}`, figure: beside.idle, bound: null })
  }
}

async function addPendingRows(
  add: (row: FollowRow) => void,
  storage: BenchStorage,
  { seconds, pending, accounts }: FollowSizes,
): Promise<void> {
  const of = `${pending} pending, ${storage.name}`
  const many = await openPending(storage, { count: pending, accounts })
  const delay = await firstPollDelay(many, Math.min(seconds, 15))
  const what = `p99 delay of a first poll with ${of}, in poll delays (median ${delay.medianMs.toFixed(0)} ms)`
  add({ what, figure: delay.ratio, bound: { atMost: 2 } })
  const few = await openPending(storage, { count: 1_000, accounts: 1_000 })
  const time = await databaseTime(few, many, 15)
  const ofPoll = `database time of a poll with ${of}, beside 1000 (${(time.pollMs * 1_000).toFixed(0)} µs)`
  add({ what: ofPoll, figure: time.ratio, bound: { atMost: 1.2 } })
  add({ what: `heap while polling with ${of}`, figure: time.heapRatio, bound: { atMost: 1.2 } })
  await many.close()
  await few.close()
}
