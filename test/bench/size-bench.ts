// The same execute with a thousand and with a million transfers stored, in interleaved rounds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { startEngine } from '../support/engine.ts'
import { fillSqlite } from './fill.ts'
import { type Figures, median, sample } from './sample.ts'

const rounds = 5
const perRound = 400
const lanes = 8

export interface SizeFigures {
  small: Figures[]
  large: Figures[]
  medianRatio: number
  p99Ratio: number
}

export async function benchSizeOnSqlite(small: number, large: number): Promise<SizeFigures> {
  const sides = [await filled(small), await filled(large)] as const
  try {
    const figures: SizeFigures = { small: [], large: [], medianRatio: 0, p99Ratio: 0 }
    for (let round = 0; round < rounds; round++) {
      for (const [at, into] of [figures.small, figures.large].entries()) {
        const { engine } = sides[at === 0 ? 0 : 1]
        const previews = await Promise.all(Array.from({ length: perRound }, () => engine.preview()))
        into.push(await sample(previews, lanes, async (preview) => void (await engine.execute(preview))))
      }
    }
    const ratio = (of: (each: Figures) => number) =>
      median(figures.large.map((each, at) => of(each) / of(figures.small[at] ?? each)))
    figures.medianRatio = ratio((each) => each.medianMs)
    figures.p99Ratio = ratio((each) => each.p99Ms)
    return figures
  } finally {
    for (const { engine, folder } of sides) {
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function filled(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-size-'))
  const engine = await startEngine(await openSqlite(folder))
  await engine.execute(await engine.preview())
  const driver = new Sqlite(join(folder, 'transfer-link.db'))
  fillSqlite(driver, count)
  driver.close()
  return { engine, folder }
}
