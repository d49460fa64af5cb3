// Memory after many executes: the engine's memory must not grow with the work it has done.
import { openSqlite } from '../../server/storage/sqlite.ts'
import { startEngine } from '../support/engine.ts'

interface MemoryFigures {
  executes: number
  /** Heap in use after garbage collection, after each tenth of the executes, in MB. */
  heapMb: number[]
  /** Last tenth compared with the second. The first is the warm-up. */
  ratio: number
}

const atOnce = 200

export async function benchMemory(executes: number, progress: (share: number) => void): Promise<MemoryFigures> {
  const engine = await startEngine(await openSqlite(':memory:'))
  const collect = globalThis.gc
  if (collect === undefined) throw new Error('run with --expose-gc')
  const heapMb: number[] = []
  for (let done = 0; done < executes; ) {
    const previews = await Promise.all(Array.from({ length: atOnce }, () => engine.preview()))
    await Promise.all(previews.map((preview) => engine.execute(preview)))
    // The scripted exchange stores every order. That is not memory of the engine.
    engine.script.orders.length = 0
    engine.script.made.clear()
    done += atOnce
    if (done % (executes / 10) < atOnce) {
      collect()
      heapMb.push(process.memoryUsage().heapUsed / 2 ** 20)
      progress(done / executes)
    }
  }
  await engine.close()
  return { executes, heapMb, ratio: (heapMb.at(-1) ?? 0) / (heapMb[1] ?? 1) }
}
