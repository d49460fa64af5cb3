// `npm run bench`: measures the service and its references in one run, as ratios. Other absolute figures than those of the queue of
// webhooks are printed for scale, and are not judged.
import { oneOf, readCommandLine } from '../../scripts/command-line.ts'
import { benchClick } from './click-bench.ts'
import { benchConfigure } from './configure-bench.ts'
import { benchConsole } from './console-bench.ts'
import { benchExecute } from './execute-bench.ts'
import { benchFollow, type FollowRow } from './follow-bench.ts'
import { benchHttp } from './http-bench.ts'
import { benchLoaders } from './loaders-bench.ts'
import { benchMemory } from './memory-bench.ts'
import { benchPage } from './page-bench.ts'
import type { Figures } from './sample.ts'
import { benchSize } from './size-bench.ts'
import { type BenchStorage, embedded, postgresStorage } from './storages.ts'
import { benchFanOut, benchQueue, type QueueFigures } from './webhooks-bench.ts'

const usage = `Usage: npm run bench -- [--quick] [part …]

  execute   executes per second without the exchange's time, divided by the same statements by hand   (at least 0.8, PostgreSQL 0.7)
  size      the same with 1,000,000 transfers stored beside 1,000   (median at most 1.3, p99 at most 2)
  follow    polls of pending transfers: hanging calls (at least 0.9 of the polls), a busy key and a backlog (at most twice the time),
            100,000 pending (database time of a poll within 20 %, memory flat, p99 of a first poll at most 2 poll delays), idle
            transactions (at most 10 a second). The 100,000 are between 10 minutes and one day old: polled every 30 s
  webhooks  the queue with 1,000,000 waiting deliveries of 50 endpoints, on an idle machine: deliveries per second without the requests
            (at least 10,000, PostgreSQL 5,000), a claim (p99 at most 15 ms). Executes per second with an endpoint beside without (at
            least 0.9)
  console   the console's first pages with 1,000,000 transfers stored beside 1,000, embedded   (at most 1.5 times)
  memory    heap after 100,000 executes   (flat: at most 1.2 times)
  http      CPU per request beside a bare Hono route   (embedded: networks at most 1.5 times, configure 3 times)
  configure wall time when every call to the exchange takes 200 ms   (at most 1.2 times the slowest call)
  page      the hosted page on a slow phone beside a static page   (first paint at most 1.15 times, list 1.2, press 2.2)
  click     from the press on the demo shop's button to the list, beside a static page opened the same way   (at most 1.6)
  loaders   bytes that a site loads for this and for similar services, after gzip   (ours at most 1.5 KB, with the shell 8.5 KiB)

Without a part: all of them. --quick: smaller numbers, which are not compared with the bounds.`

const parts = [
  'execute',
  'size',
  'follow',
  'webhooks',
  'console',
  'memory',
  'http',
  'configure',
  'page',
  'click',
  'loaders',
] as const
const { values, positionals } = readCommandLine(usage, {
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const named = positionals.map((name) => oneOf(parts, { text: name, what: 'part', usage }))

interface Row {
  what: string
  figure: string
  bound: string
  holds: boolean
}

const rows: Row[] = []
const httpBounds: Record<string, number> = { networks: 1.5, configure: 3 }
const chosen = (part: (typeof parts)[number]) => named.length === 0 || named.includes(part)

process.exitCode = await run(values.quick)

async function run(quick: boolean): Promise<number> {
  const postgres = await postgresStorage()
  const storages: BenchStorage[] = [embedded]
  if (typeof postgres === 'string') console.log(`PostgreSQL is left out: ${postgres}`)
  else storages.push(postgres.storage)
  try {
    for (const storage of storages) {
      if (chosen('execute')) await executeRows(storage)
      if (chosen('size')) await sizeRows(storage, quick ? 50_000 : 1_000_000)
      if (chosen('webhooks')) await webhookRows(storage, quick)
    }
    if (chosen('follow')) await followRows(storages, quick)
    if (chosen('http')) {
      const perRound = quick ? 300 : 2_000
      await httpRows('embedded', null, perRound)
      if (typeof postgres !== 'string') await httpRows('PostgreSQL', await postgres.newDatabase(), perRound)
    }
  } finally {
    if (typeof postgres !== 'string') await postgres.end()
  }
  if (chosen('console')) await consoleRows(quick ? 20_000 : 1_000_000)
  if (chosen('configure')) await configureRow()
  if (chosen('page')) await pageRows(quick ? 3 : 15)
  if (chosen('click')) await clickRow(quick ? 3 : 15)
  if (chosen('loaders')) await loaderRows()
  if (chosen('memory')) await memoryRows(quick ? 5_000 : 100_000)
  console.log(`\n| what | figure | bound | |\n|---|---|---|---|`)
  for (const { what, figure, bound, holds } of rows)
    console.log(`| ${what} | ${figure} | ${bound} | ${holds ? 'holds' : 'MISSED'} |`)
  const missed = rows.filter((row) => !row.holds)
  console.log(missed.length === 0 ? '\nEvery bound holds.' : `\nMissed: ${missed.map((row) => row.what).join(', ')}.`)
  return missed.length === 0 || quick ? 0 : 1
}

async function executeRows(storage: BenchStorage) {
  const bound = storage === embedded ? 0.8 : 0.7
  console.log(`execute, ${storage.name}: engine and hand-written statements in turn …`)
  const { engine, byHand, ratio } = await benchExecute(storage)
  print('engine ', engine)
  print('by hand', byHand)
  const what = `executes per second beside by hand, ${storage.name}`
  rows.push({ what, figure: ratio.toFixed(2), bound: `≥ ${bound}`, holds: ratio >= bound })
}

async function sizeRows(storage: BenchStorage, large: number) {
  console.log(`size, ${storage.name}: filling a database with ${large} transfers …`)
  const { small, large: full, medianRatio, p99Ratio } = await benchSize(storage, 1_000, large)
  print('1,000 stored', small)
  print(`${large} stored`, full)
  const what = (of: string) => `${of} with ${large} stored, ${storage.name}`
  rows.push({ what: what('median'), figure: medianRatio.toFixed(2), bound: '≤ 1.3', holds: medianRatio <= 1.3 })
  rows.push({ what: what('p99'), figure: p99Ratio.toFixed(2), bound: '≤ 2', holds: p99Ratio <= 2 })
}

async function webhookRows(storage: BenchStorage, quick: boolean) {
  const sizes = quick ? { waiting: 40_000, served: 5_000 } : { waiting: 1_000_000, served: 100_000 }
  console.log(`webhooks, ${storage.name}: filling a database with ${sizes.waiting} waiting deliveries …`)
  const { fillSeconds, stored, written } = await benchQueue(storage, sizes)
  console.log(`  filled in ${fillSeconds.toFixed(0)} s`)
  printQueue('bodies stored ', stored)
  printQueue('bodies written', written)
  const [least, of] = [storage === embedded ? 10_000 : 5_000, storage.name]
  const { perSecond, claimP99Ms } = stored
  const queue = `deliveries per second, the queue alone, ${of}`
  rows.push({ what: queue, figure: perSecond.toFixed(0), bound: `≥ ${least}`, holds: perSecond >= least })
  const claim = `p99 of a claim of 100 deliveries, ${of}`
  rows.push({ what: claim, figure: `${claimP99Ms.toFixed(1)} ms`, bound: '≤ 15 ms', holds: claimP99Ms <= 15 })
  const ratio = await benchFanOut(storage)
  const execute = `executes per second with an endpoint beside without, ${of}`
  rows.push({ what: execute, figure: ratio.toFixed(2), bound: '≥ 0.9', holds: ratio >= 0.9 })
}

async function consoleRows(large: number) {
  console.log(`console: filling a database with ${large} transfers …`)
  for (const { page, smallMs, largeMs, ratio } of await benchConsole(1_000, large)) {
    console.log(`  ${page}: ${smallMs.toFixed(2)} ms with 1,000 stored, ${largeMs.toFixed(2)} ms with ${large}`)
    rows.push({ what: `console, ${page}`, figure: ratio.toFixed(2), bound: '≤ 1.5', holds: ratio <= 1.5 })
  }
}

function printQueue(name: string, { perSecond, claimP50Ms, claimP99Ms, cpuMicros, databaseMicros }: QueueFigures) {
  const claim = `claim p50 ${claimP50Ms.toFixed(1)} p99 ${claimP99Ms.toFixed(1)} ms`
  const cpu = `CPU per delivery ${cpuMicros.toFixed(0)} µs and ${databaseMicros.toFixed(0)} µs of PostgreSQL`
  console.log(`  ${name}: ${perSecond.toFixed(0)}/s, ${claim}, ${cpu}`)
}

async function followRows(storages: readonly BenchStorage[], quick: boolean) {
  console.log('follow: pending transfers at an exchange whose calls take 50 ms …')
  const rowOf = ({ what, figure, bound }: FollowRow): Row => {
    if (bound === null) return { what, figure: figure?.toFixed(2) ?? '', bound: 'reported', holds: true }
    const isAtLeast = 'atLeast' in bound
    const holds = figure !== null && (isAtLeast ? figure >= bound.atLeast : figure <= bound.atMost)
    return {
      what,
      figure: figure?.toFixed(2) ?? '',
      bound: isAtLeast ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`,
      holds,
    }
  }
  const found = await benchFollow(storages, quick, (row) => {
    console.log(`  ${rowOf(row).what}: ${rowOf(row).figure}`)
  })
  rows.push(...found.map(rowOf))
}

async function memoryRows(executes: number) {
  console.log(`memory: ${executes} executes …`)
  const { heapMb, ratio } = await benchMemory(executes, (share) => console.log(`  ${Math.round(share * 100)} %`))
  console.log(`  heap in MB: ${heapMb.map((mb) => mb.toFixed(1)).join(' ')}`)
  rows.push({ what: `heap after ${executes} executes`, figure: ratio.toFixed(2), bound: '≤ 1.2', holds: ratio <= 1.2 })
}

/** Judged only on the embedded storage. PostgreSQL is a separate process behind a socket. */
async function httpRows(storage: string, databaseUrl: string | null, perRound: number) {
  console.log(`http, ${storage}: our app and bare Hono routes in turn, over loopback, CPU of their process …`)
  for (const { route, ours, bare, ratio } of await benchHttp(databaseUrl, perRound)) {
    console.log(`  ${route}: ${ours.toFixed(0)} µs, bare ${bare.toFixed(0)} µs`)
    const bound = databaseUrl === null ? httpBounds[route] : undefined
    const what = `CPU of ${route} beside bare Hono, ${storage}`
    const holds = bound === undefined || ratio <= bound
    rows.push({ what, figure: ratio.toFixed(2), bound: bound === undefined ? 'reported' : `≤ ${bound}`, holds })
  }
}

async function configureRow() {
  console.log('configure: the exchange takes 200 ms for every call …')
  const { configureMs, slowestCallMs, callsEach, ratio } = await benchConfigure()
  console.log(`  ${configureMs.toFixed(0)} ms, ${callsEach} calls, the slowest ${slowestCallMs.toFixed(0)} ms`)
  const what = 'configure beside its slowest call to the exchange'
  rows.push({ what, figure: ratio.toFixed(2), bound: '≤ 1.2', holds: ratio <= 1.2 })
}

async function pageRows(rounds: number) {
  console.log(
    'page: the hosted page and a static one with the same first view in turn, slow 4G, a quarter of the CPU …',
  )
  const { ours, still, paintRatio, listRatio, reactRatio } = await benchPage(rounds)
  for (const [name, { paintMs, listMs, reactMs }] of Object.entries({ ours, still }))
    console.log(
      `  ${name}: first paint ${paintMs.toFixed(0)} ms, list ${listMs.toFixed(0)} ms, reacts ${reactMs.toFixed(0)} ms`,
    )
  const what = (of: string) => `${of} of the hosted page beside a static one`
  rows.push({ what: what('first paint'), figure: paintRatio.toFixed(2), bound: '≤ 1.15', holds: paintRatio <= 1.15 })
  rows.push({ what: what('list'), figure: listRatio.toFixed(2), bound: '≤ 1.2', holds: listRatio <= 1.2 })
  rows.push({ what: what('press'), figure: reactRatio.toFixed(2), bound: '≤ 2.2', holds: reactRatio <= 2.2 })
}

async function clickRow(rounds: number) {
  console.log('click: the button of the demo shop, once before our page and once before a static one, slow 4G …')
  const { oursMs, stillMs, ratio } = await benchClick(rounds)
  console.log(`  ours ${oursMs.toFixed(0)} ms, static ${stillMs.toFixed(0)} ms`)
  rows.push({
    what: 'click to list beside a static page',
    figure: ratio.toFixed(2),
    bound: '≤ 1.6',
    holds: ratio <= 1.6,
  })
}

async function loaderRows() {
  console.log('loaders: each bundled and minified for a site, gzip -9 …')
  const { ours, scriptTag, peers } = await benchLoaders((line) => console.log(`  ${line}`))
  console.log('\n| package | at once | with what it can load later | packages installed |\n|---|---|---|---|')
  for (const { name, initial, whole, installed } of [...peers].sort((a, b) => a.whole - b.whole))
    console.log(`| ${name} | ${initial} | ${whole} | ${installed} |`)
  rows.push({ what: 'before a link is opened', figure: `${ours} B`, bound: '≤ 1500 B', holds: ours <= 1_500 })
  rows.push({
    what: 'script-tag file with Lit',
    figure: `${scriptTag} B`,
    bound: '≤ 8500 B',
    holds: scriptTag <= 8_500,
  })
}

function print(name: string, figures: readonly Figures[]) {
  const texts = figures.map(
    ({ perSecond, medianMs, p99Ms }) =>
      `${perSecond.toFixed(0)}/s p50 ${medianMs.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms`,
  )
  console.log(`  ${name}: ${texts.join(' · ')}`)
}
