// Executes per second without the exchange's share: the exchange responds immediately, everything else is real and on disk. Engine and
// hand-written statements alternate in one run, and only their ratio is judged.
import type { Preview } from '../../server/transfers/preview-store.ts'
import { type Engine, startEngine } from '../support/engine.ts'
import { type Figures, median, sample } from './sample.ts'
import type { BenchStorage } from './storages.ts'

const rounds = 5
const perRound = 400
const lanes = 8

export interface ExecuteFigures {
  engine: Figures[]
  byHand: Figures[]
  ratio: number
}

export async function benchExecute(storage: BenchStorage): Promise<ExecuteFigures> {
  const opened = await storage.open()
  const engine = await startEngine(opened.database)
  try {
    const byHand = opened.byHand(engine.accountId, engine.clientId, engine.deps.now)
    const figures: ExecuteFigures = { engine: [], byHand: [], ratio: 0 }
    for (let round = 0; round < rounds; round++) {
      const [ours, theirs] = [await previews(engine, perRound), await previews(engine, perRound)]
      figures.engine.push(await sample(ours, lanes, async (preview) => void (await engine.execute(preview))))
      figures.byHand.push(await sample(theirs, lanes, async (preview) => byHand(preview.id)))
    }
    figures.ratio = median(figures.engine.map((each, at) => each.perSecond / (figures.byHand[at]?.perSecond ?? 1)))
    return figures
  } finally {
    await engine.close()
    await opened.remove()
  }
}

export async function previews(engine: Engine, count: number): Promise<Preview[]> {
  return Promise.all(Array.from({ length: count }, () => engine.preview()))
}
