// Loaded into each server of a soak by --import. Answers on a socket with what only the process itself can measure.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const { SOAK_PROBES: folder, PORT: port } = process.env

export interface ProbeReading {
  /** After a garbage collection, in bytes. */
  heap: number
  rss: number
  handles: number
  /** The 99th percentile since the last reading, in milliseconds. */
  delayMs: number
}

/** The server from source, and that of the image. */
const servers = ['sandbox/server.ts', '/app/bin.js']

if (folder !== undefined && servers.some((file) => process.argv[1]?.endsWith(file))) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const server = createServer((_request, response) => {
    // Read first: the collection itself delays the event loop.
    const delayMs = delay.percentile(99) / 1_000_000
    collect()
    const { heapUsed: heap, rss } = process.memoryUsage()
    const handles = process.getActiveResourcesInfo().length
    const reading: ProbeReading = { heap, rss, handles, delayMs }
    response.end(JSON.stringify(reading))
    setImmediate(() => delay.reset())
  })
  server.listen(join(folder, `${port}.sock`)).unref()
}
