// npm run sim: see --help.

import { oneOf, readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import { runSimulation } from './run.ts'

const usage = `Usage: npm run sim -- [--seeds N] [--seed S] [--class C] [--crashes | --crash-pairs] [--quick]

  Runs the engine in virtual time under seeded schedules of faults, and checks its invariants after every step.
  --seeds N      number of schedules (20000)
  --seed S       the first schedule (1)
  --class C      only exchanges of this class: idempotent, find or match
  --crashes      also a crash at every step of one execute; with --seeds 0 only this
  --crash-pairs  also a crash at every step, and at every pair of steps; with --seeds 0 only this
  --quick        2000 schedules, unless --seeds is given`

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
