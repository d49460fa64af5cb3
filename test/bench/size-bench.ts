// The same execute with a thousand and with a million transfers stored, in interleaved rounds.
import { startEngine } from '../support/engine.ts'
import { previews } from './execute-bench.ts'
import { type Figures, median, sample } from './sample.ts'
import type { BenchStorage } from './storages.ts'

const rounds = 5
const perRound = 400
const lanes = 8

interface SizeFigures {
  small: Figures[]
  large: Figures[]
  medianRatio: number
  p99Ratio: number
}

export async function benchSize(storage: BenchStorage, small: number, large: number): Promise<SizeFigures> {
  const sides = [await filled(storage, small), await filled(storage, large)] as const
  try {
    const figures: SizeFigures = { small: [], large: [], medianRatio: 0, p99Ratio: 0 }
    for (let round = 0; round < rounds; round++) {
      for (const [at, into] of [figures.small, figures.large].entries()) {
        const { engine } = sides[at === 0 ? 0 : 1]
        const made = await previews(engine, perRound)
        into.push(await sample(made, lanes, async (preview) => void (await engine.execute(preview))))
      }
    }
    const ratio = (of: (each: Figures) => number) =>
      median(figures.large.map((each, at) => of(each) / of(figures.small[at] ?? each)))
    figures.medianRatio = ratio((each) => each.medianMs)
    figures.p99Ratio = ratio((each) => each.p99Ms)
    return figures
  } finally {
    for (const { engine, opened } of sides) {
      await engine.close()
      await opened.remove()
    }
  }
}

async function filled(storage: BenchStorage, count: number) {
  const opened = await storage.open()
  const engine = await startEngine(opened.database)
  await engine.execute(await engine.preview())
  await opened.fill(count)
  return { engine, opened }
}
