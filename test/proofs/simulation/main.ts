// npm run sim: see --help.

import { oneOf, readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import { runSimulation } from './run.ts'

const usage = `Usage: npm run sim                      20000 schedules
       npm run sim -- --seeds N         so many
                      --seed S          beginning with this one
                      --class C         idempotent, find or match only
                      --crashes         a crash at every step of one execute as well (alone with --seeds 0)
                      --crash-pairs     a crash at every step, and at every pair of steps
                      --quick           2000 schedules`

const { values } = readCommandLine(usage, {
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    class: { type: 'string' },
    crashes: { type: 'boolean', default: false },
    'crash-pairs': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})

const held = await runSimulation({
  seeds: wholeNumber(values.seeds ?? (values.quick ? '2000' : '20000'), { option: '--seeds', usage }),
  firstSeed: wholeNumber(values.seed, { option: '--seed', usage }),
  only:
    values.class === undefined
      ? null
      : oneOf(['idempotent', 'find', 'match'], { text: values.class, what: 'class', usage }),
  crashes: values['crash-pairs'] ? 'pairs' : values.crashes ? 'single' : 'none',
  print: (line) => console.log(line),
})
process.exitCode = held ? 0 : 1
