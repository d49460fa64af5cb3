// npm run sim: see --help.

import { parseArgs } from 'node:util'
import { runSimulation } from './run.ts'

const help = `Usage: npm run sim                      20000 schedules
       npm run sim -- --seeds N         so many
                      --seed S          beginning with this one
                      --class C         replay, find or match only
                      --crashes         every crash point of one execute as well (alone with --seeds 0)
                      --quick           2000 schedules`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    class: { type: 'string' },
    crashes: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const only = values.class ?? null
const seeds = Number(values.seeds ?? (values.quick ? 2_000 : 20_000))
const firstSeed = Number(values.seed)
const understood =
  (only === null || only === 'replay' || only === 'find' || only === 'match') &&
  Number.isInteger(seeds) &&
  seeds >= 0 &&
  Number.isInteger(firstSeed)
if (values.help || !understood) {
  console.log(help)
  process.exitCode = values.help ? 0 : 2
} else {
  const held = await runSimulation({
    seeds,
    firstSeed,
    only,
    crashes: values.crashes,
    print: (line) => console.log(line),
  })
  process.exitCode = held ? 0 : 1
}
