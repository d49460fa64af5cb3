// Whether an order at Bybit is ever concluded absent while it can still be accepted: the real engine, the wire format, and a
// network that delivers the signed bytes late, under clocks that differ.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { bybit } from '../../../../../server/exchanges/bybit/bybit.ts'
import { connected, type EmulatorExchange, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { type Engine, recipient, startEngine } from '../../../../support/engine.ts'
import { isShortRun } from '../../../../support/length.ts'

const minuteMs = 60_000
const orderPath = '/v5/asset/withdraw/create'
const listPath = '/v5/asset/withdraw/query-record'

interface Held {
  headers: IncomingHttpHeaders
  body: string
}

let bank: EmulatorExchange
let engine: Engine
let network: Awaited<ReturnType<typeof startNetwork>>
let closeOwn: () => Promise<void>
let aheadMs = 0
let cents = 0

/** Passes everything on, except for orders: those are held, and their response is lost. */
async function startNetwork(target: string) {
  const state = {
    held: null as Held | null,
    /** The response to a listing in place of the exchange's. */
    cached: null as string | null,
    lastListing: '',
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { url = '', method = 'GET', headers } = request
    if (url === orderPath) {
      state.held = { headers, body }
      return void response.destroy()
    }
    const isListing = url.startsWith(listPath)
    if (isListing && state.cached !== null) return void response.end(state.cached)
    const passed = await pass(target + url, method, headers, body)
    if (isListing) state.lastListing = passed
    response.end(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Delivers the held order, byte for byte or with other headers: the code of the response. */
    async deliver(changed: Record<string, string> = {}): Promise<number> {
      assert.ok(state.held !== null, 'no order was held')
      const { headers, body } = state.held
      return JSON.parse(await pass(target + orderPath, 'POST', { ...headers, ...changed }, body)).retCode
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function pass(url: string, method: string, headers: IncomingHttpHeaders, body: string): Promise<string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-') || name === 'content-type')
  const given = { method, headers: Object.fromEntries(own) as Record<string, string> }
  return (await fetch(url, body === '' ? given : { ...given, body })).text()
}

before(async () => {
  bank = await startEmulatorExchange('bybit', bybit)
  const saved = { login: 'user_good', label: 'mine', network: 'base', address: recipient }
  await bank.sandbox.call('POST', '/console/addresses', saved)
  network = await startNetwork(bank.url)
})
after(async () => {
  await network.close()
  await bank.close()
})
beforeEach(async () => {
  const { exchange, database } = await connected(bybit, network.url, bank.sandbox.clock)
  closeOwn = () => database.close()
  const fields = await bank.credentialsOf('user_good')
  engine = await startEngine(undefined, { exchange, clock: bank.sandbox.clock, fields })
})
afterEach(async () => {
  await moveOurClock(-aheadMs)
  Object.assign(network.state, { held: null, cached: null })
  await engine.close()
  await closeOwn()
})

/** Our clock alone: Bybit's goes on as before. */
async function moveOurClock(ms: number): Promise<void> {
  bank.sandbox.clock.now += ms
  aheadMs += ms
  await bank.fault(aheadMs === 0 ? {} : { clockSkew: -aheadMs })
}

/**
 * Executes an order that the network holds. Our clock is ahead by so much when it is signed. The reads before it succeed all
 * the same, which Bybit would refuse.
 */
async function holdOrder(signedAheadMs = 0) {
  bank.sandbox.clock.now += signedAheadMs
  const preview = await engine.preview(`21.${String(++cents).padStart(3, '0')}`)
  await engine.execute(preview)
  bank.sandbox.clock.now -= signedAheadMs
  await moveOurClock(signedAheadMs)
  assert.equal((await engine.transferOf(preview)).state, 'Unknown')
  return preview
}

interface Story {
  /** How far our clock is ahead of Bybit's when the order is signed; behind where it is negative. */
  signedAheadMs: number
  /** After so many minutes our clock is right again. */
  correctedAfter: number
  /** After so many minutes the network delivers the order; later where it is not concluded absent before. */
  deliveredAfter: number
}

/** When the exchange is polled: often while an order may still arrive, then seldom. */
const minutes = [0, 1, 2, 7, 20, 30, 40, 50, 59, 60, 61, 70, 80, 90, 100, 110, 120, 140, 160, 180, 240, 300]

async function live({ signedAheadMs, correctedAfter, deliveredAfter }: Story) {
  const before = (await bank.counts()).made
  const preview = await holdOrder(signedAheadMs)
  let code: number | null = null
  let passed = 0
  for (const minute of minutes) {
    engine.wait((minute - passed) * minuteMs)
    passed = minute
    if (minute === correctedAfter) await moveOurClock(-aheadMs)
    if (minute === deliveredAfter) code = await network.deliver()
    await engine.poll()
    const { state } = await engine.transferOf(preview)
    if (state === 'NotSent') break
  }
  const { state } = await engine.transferOf(preview)
  // Whatever was concluded, the same bytes arrive once more.
  const late = await network.deliver()
  await moveOurClock(-aheadMs)
  return { state, code, late, made: (await bank.counts()).made - before }
}

const hourMs = 60 * minuteMs
const never = -1
const stories: Story[] = [-20_000, 900, 5_000, hourMs].flatMap((signedAheadMs) =>
  [7, never].flatMap((correctedAfter) =>
    (signedAheadMs === hourMs ? [0, 59, 60, 61] : [0, 1]).map((deliveredAfter) => ({
      signedAheadMs,
      correctedAfter,
      deliveredAfter,
    })),
  ),
)

test('an order that the network delivers late is made and found, or refused, under any clock', async () => {
  let accepted = 0
  const chosen = isShortRun ? stories.filter((_, index) => index % 5 === 0) : stories
  for (const story of chosen) {
    const { state, code, late, made } = await live(story)
    const facts = JSON.stringify({ ...story, state, code, late, made })
    accepted += made
    assert.notEqual(late, 0, `accepted after the end: ${facts}`)
    if (made === 1) assert.ok(['Submitted', 'Confirming', 'Succeeded', 'Unknown'].includes(state), facts)
    else assert.ok(['NotSent', 'Unknown'].includes(state), facts)
    // With a right clock, every order comes to its end.
    if (story.correctedAfter !== never) assert.equal(state, made === 1 ? 'Submitted' : 'NotSent', facts)
  }
  // Some of them an hour late.
  assert.ok(accepted >= chosen.length / 4, `${accepted}`)
})

test('while our clock is ahead, no poll proves anything and the order may still be accepted', async () => {
  const preview = await holdOrder(hourMs)
  for (let minute = 0; minute < 59; minute += 2) {
    engine.wait(2 * minuteMs)
    await engine.poll()
  }
  const open = await engine.transferOf(preview)
  assert.deepEqual([open.state, open.emptyPolls], ['Unknown', 0])
  assert.equal(await network.deliver(), 0)
  await moveOurClock(-aheadMs)
  for (let minute = 0; minute < 90; minute += 10) {
    await engine.poll()
    engine.wait(10 * minuteMs)
  }
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
})

test('nothing on the way can make the window of an order longer', async () => {
  await holdOrder()
  engine.wait(41_000)
  assert.equal(await network.deliver(), 10002)
  assert.equal(await network.deliver({ 'x-bapi-recv-window': '99999' }), 10004)
  const later = String(bank.sandbox.clock.now)
  assert.equal(await network.deliver({ 'x-bapi-timestamp': later }), 10004)
})

test('a listing that was written before it was requested is no empty poll', async () => {
  const preview = await holdOrder()
  await engine.poll()
  network.state.cached = network.state.lastListing
  for (let minute = 0; minute < 240; minute += 20) {
    engine.wait(20 * minuteMs)
    await engine.poll()
  }
  const open = await engine.transferOf(preview)
  assert.deepEqual([open.state, open.emptyPolls], ['Unknown', 0])
  network.state.cached = null
  for (let minute = 0; minute < 120; minute += 20) {
    engine.wait(20 * minuteMs)
    await engine.poll()
  }
  assert.equal((await engine.transferOf(preview)).state, 'NotSent')
})
