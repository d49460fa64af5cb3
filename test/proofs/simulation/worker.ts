// A thread that runs schedules. A planted bug changes the engine's files as this thread loads them, so no file of the engine may be
// loaded before.

import { parentPort, workerData } from 'node:worker_threads'
import { plantBug } from './bugs/plant-bug.ts'
import type { Work } from './run-seeds.ts'

const { bug } = workerData as { bug: string | null }
const planted = bug === null ? null : plantBug(bug)
const { runWork } = await import('./run-seeds.ts')

parentPort?.on('message', (work: Work) => {
  runWork(work).then(
    (stretch) => parentPort?.postMessage({ stretch, unplanted: planted?.missing() ?? [] }),
    (error: unknown) => {
      throw error
    },
  )
})
