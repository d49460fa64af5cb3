// Executes per second of our own share: the exchange answers at once, everything else is real and on disk. Engine and
// hand-written statements take turns in one run, and only their ratio is judged.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { type Engine, startEngine } from '../support/engine.ts'
import { executeByHand } from './execute-by-hand.ts'
import { type Figures, median, sample } from './sample.ts'

const rounds = 5
const perRound = 400
const lanes = 8

export interface ExecuteFigures {
  engine: Figures[]
  byHand: Figures[]
  ratio: number
}

export async function benchExecuteOnSqlite(): Promise<ExecuteFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const engine = await startEngine(await openSqlite(folder))
  const driver = new Sqlite(join(folder, 'transfer-link.db'))
  driver.pragma('synchronous = FULL')
  driver.pragma('foreign_keys = ON')
  try {
    const byHand = executeByHand(driver, engine.accountId, engine.clientId, engine.deps.now)
    const figures: ExecuteFigures = { engine: [], byHand: [], ratio: 0 }
    for (let round = 0; round < rounds; round++) {
      const [ours, theirs] = [await previews(engine, perRound), await previews(engine, perRound)]
      figures.engine.push(await sample(ours, lanes, async (preview) => void (await engine.execute(preview))))
      figures.byHand.push(await sample(theirs, lanes, async (preview) => byHand(preview.id)))
    }
    figures.ratio = median(figures.engine.map((each, at) => each.perSecond / (figures.byHand[at]?.perSecond ?? 1)))
    return figures
  } finally {
    driver.close()
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function previews(engine: Engine, count: number) {
  return Promise.all(Array.from({ length: count }, () => engine.preview()))
}
