// Spreads runs over threads.

import { Worker } from 'node:worker_threads'
import type { Stretch, Work } from './run-seeds.ts'

interface WorkerResult {
  stretch: Stretch
  /** Parts of a planted bug whose text is not in the code. */
  unplanted: string[]
}

/** Each worker runs the next piece of work until there is none, or until `done` returns true. */
export async function runInWorkers(
  threads: number,
  nextWork: () => Work | undefined,
  done: (result: WorkerResult) => void,
  bug: string | null = null,
): Promise<void> {
  await Promise.all(Array.from({ length: threads }, () => runWorker(nextWork, done, bug)))
}

async function runWorker(
  nextWork: () => Work | undefined,
  done: (result: WorkerResult) => void,
  bug: string | null,
): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { bug },
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  })
  try {
    for (let work = nextWork(); work !== undefined; work = nextWork()) done(await run(worker, work))
  } finally {
    await worker.terminate()
  }
}

function run(worker: Worker, work: Work): Promise<WorkerResult> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(error)
    worker.once('error', failed)
    worker.once('message', (result: WorkerResult) => {
      worker.off('error', failed)
      resolve(result)
    })
    worker.postMessage(work)
  })
}
