// How fairly and how fast pending transfers are polled, in real time, at an exchange whose calls take 50 ms.
import { chainPolls, completedPolls, firstPolls } from './follow/fair-cases.ts'
import { databaseTime, firstPollDelay, newBesideBacklog } from './follow/scale-cases.ts'
import { type BenchStorage, embedded } from './storages.ts'

export interface FollowRow {
  what: string
  figure: number | null
  /** Null: reported only. */
  bound: { atLeast: number } | { atMost: number } | null
}

interface FollowSizes {
  seconds: number
  backlog: number
  pending: number
  accounts: number
}

const fullSizes: FollowSizes = { seconds: 20, backlog: 20_000, pending: 100_000, accounts: 10_000 }
const quickSizes: FollowSizes = { seconds: 4, backlog: 2_000, pending: 10_000, accounts: 1_000 }

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
  const groups = [
    () => addFairRows(add, sizes),
    ...storages.flatMap((storage) => [
      () => addBacklogRows(add, storage, sizes),
      () => addPendingRows(add, storage, sizes),
    ]),
  ]
  // A quick run is not judged, so its groups may disturb each other.
  if (quick) await Promise.all(groups.map((group) => group()))
  else for (const group of groups) await group()
  return rows
}

async function addFairRows(add: (row: FollowRow) => void, { seconds }: FollowSizes): Promise<void> {
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
  const limitMs = 20_000
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
  { seconds, backlog }: FollowSizes,
): Promise<void> {
  const times = { seconds: Math.min(seconds, 6), limitMs: 20_000 }
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
  const time = await databaseTime(storage, [1_000, pending], 15)
  const of = `${pending} pending, ${storage.name}`
  add({ what: `database time of a poll with ${of}, beside 1000`, figure: time.ratio, bound: { atMost: 1.2 } })
  add({ what: `heap while polling with ${of}`, figure: time.heapRatio, bound: { atMost: 1.2 } })
  const delay = await firstPollDelay(storage, { count: pending, accounts }, Math.min(seconds, 15))
  const what = `p99 delay of a first poll with ${of}, in poll delays (median ${delay.medianMs.toFixed(0)} ms)`
  add({ what, figure: delay.ratio, bound: { atMost: 2 } })
}
