// Sends the requests of a seed over several keep-alive connections and checks every response.
import { availableParallelism, loadavg } from 'node:os'
import { type Connection, openConnection, type Received } from './connection.ts'
import { problemsOf } from './judge.ts'
import { type FuzzRequest, type Given, requestAt } from './requests.ts'
import type { FuzzStage } from './stage.ts'
import type { Tally } from './tally.ts'

const lanes = 6
const slowMs = 1_000

/** One second on an idle machine. With more load than cores, the limit grows with the load. */
function limitMs(): number {
  return slowMs * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}

interface Fuzzing {
  stage: FuzzStage
  given: Given
  /** The requests of the seed to send. */
  from: number
  to: number
  tally: Tally
  say(line: string): void
}

export async function fuzz({ stage, given, from, to, tally, say }: Fuzzing): Promise<void> {
  const before = tally.done
  const startedAt = performance.now()
  let next = from
  const lane = async () => {
    const connection = openConnection(stage.port)
    while (next < to && stage.died() === null) {
      const n = next++
      await send(n, requestAt(n, given), connection, { stage, given, tally })
    }
    connection.close()
  }
  const progress = setInterval(() => {
    const done = tally.done - before
    const perSecond = done / ((performance.now() - startedAt) / 1_000)
    say(`  ${done} of ${to - from}, ${perSecond.toFixed(0)} a second, ${tally.breaches.size} breaches`)
  }, 10_000)
  await Promise.all(Array.from({ length: lanes }, lane))
  clearInterval(progress)
}

interface Sending {
  stage: FuzzStage
  given: Given
  tally: Tally
}

async function send(n: number, request: FuzzRequest, connection: Connection, { stage, given, tally }: Sending) {
  const response = await exchange(request, connection, stage.port)
  if (response === null) {
    tally.count(request, 0, 0)
    tally.breach(n, request, stage.died() ?? 'the connection closed without a response')
    return
  }
  tally.count(request, response.status, response.ms)
  if (response.ms > limitMs()) {
    // The machine may have been suspended: repeat the request to check.
    const again = await exchange(request, connection, stage.port)
    if (again === null || again.ms > limitMs()) tally.breach(n, request, `response after ${Math.round(response.ms)} ms`)
    else tally.hiccups++
  }
  for (const problem of problemsOf(request, response, given.canary)) tally.breach(n, request, problem)
  if (request.kind === 'valid' && response.status === 200 && request.method !== 'HEAD') {
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      given.pools.harvest(request.operationId, request.slot, JSON.parse(response.text))
    }
  }
}

async function exchange(request: FuzzRequest, shared: Connection, port: number): Promise<Received | null> {
  const options = { isHead: request.method === 'HEAD', half: request.half }
  if (!request.half) return shared.exchange(request.bytes, options)
  const own = openConnection(port)
  const response = await own.exchange(request.bytes, options)
  own.close()
  return response
}
