// `npm run soak -- [--minutes N] [--storage sqlite|postgres] [--image] [--save]`: runs real servers under a mixed load with short retention periods,
// and measures that nothing grows except transfers.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { oneOf, readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import { imageTag } from '../../../scripts/image/build.ts'
import { apiClient } from '../chaos/api-client.ts'
import { randomFrom } from '../chaos/random.ts'
import { type Stage, startStage } from '../chaos/stage.ts'
import { judge, leastMinutesJudged } from './judge.ts'
import { startLoad } from './load.ts'
import { lineOf, type SoakResult, save, tableOf, verdictOf } from './report.ts'
import { type Sample, takeSample } from './sample.ts'

const usage = `Usage: npm run soak -- [--minutes 60] [--storage sqlite|postgres] [--image] [--save]

  Runs servers under a mixed load, and samples rows, files, memory, handles and event-loop delay once a minute.
  The servers delete rows after one minute (RETENTION).
  Exits with 1 if one of them grows, or if a response is wrong. Growth is judged in runs of ${leastMinutesJudged} minutes or more.
  --image  runs the servers from the image that npm run image has built
  --save   writes the tables to test/proofs/soak/results.md`

const { values } = readCommandLine(usage, {
  options: {
    minutes: { type: 'string', default: '60' },
    storage: { type: 'string', default: 'sqlite' },
    image: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})
const minutes = wholeNumber(values.minutes, { option: '--minutes', usage, least: 1 })
const storage = oneOf(['sqlite', 'postgres'], { text: values.storage, what: 'storage', usage })
const sampleEveryMs = Math.min(60_000, (minutes * 60_000) / 6)
const shownBreaches = 20

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort())

const probes = mkdtempSync(join(tmpdir(), 'soak-'))
// The servers inherit these.
process.env.SOAK_PROBES = probes
process.env.NODE_OPTIONS = `--import=${join(import.meta.dirname, 'probe.ts')}`
process.env.RETENTION = 'links=1m,previews=1m,signIns=1m,idempotencyKeys=1m'
const root = resolve(import.meta.dirname, '../../..')
const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as { version: string }
process.env.SOAK_IMAGE = imageTag(version)
let stage: Stage | null = null
try {
  const serverFile = values.image ? 'test/proofs/soak/image-server.ts' : 'sandbox/server.ts'
  stage = await startStage({ storage, random: randomFrom(1), speedup: 1, root, serverFile, hasChain: false })
  const result = await run(stage)
  console.log(`\n${tableOf(result)}\n`)
  for (const breach of result.load.breaches.slice(0, shownBreaches)) console.log(`  ${breach}`)
  if (values.save)
    console.log(
      `Saved to ${save(result, `npm run soak -- --minutes ${minutes} --storage ${storage}${values.image ? ' --image' : ''}`)}`,
    )
  console.log(ending.signal.aborted ? 'STOPPED before the end: nothing is proved.' : verdictOf(result))
  const isBroken = result.load.breaches.length > 0 || result.judgements.some(({ isFlat }) => !isFlat)
  process.exitCode = isBroken || ending.signal.aborted ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.stack : error)
  console.log('BROKEN: the run could not be completed.')
  process.exitCode = 1
} finally {
  await stage?.stop()
  rmSync(probes, { recursive: true, force: true })
}

async function run(stage: Stage): Promise<SoakResult> {
  const client = apiClient()
  const database = await stage.openDatabase()
  const samples: Sample[] = []
  try {
    const load = await startLoad(client, stage.apiUrls)
    const begun = performance.now()
    const until = begun + minutes * 60_000
    while (performance.now() < until && !ending.signal.aborted) {
      await pause(sampleEveryMs, undefined, { signal: ending.signal }).catch(() => {})
      const minute = (performance.now() - begun) / 60_000
      const sample = await takeSample(stage, { database, probes, minute })
      samples.push(sample)
      const { length } = load.breaches
      console.log(lineOf(sample) + (length === 0 ? '' : `, ${length} wrong responses, the first: ${load.breaches[0]}`))
    }
    await load.stop()
    load.breaches.push(...stage.servers.flatMap(({ errors }) => errors))
    const isJudged = minutes >= leastMinutesJudged && !ending.signal.aborted
    return { storage, minutes, samples, load, judgements: isJudged ? judge(samples) : [] }
  } finally {
    await database.close()
    client.close()
  }
}
