// A share of the long proofs in every test run; at full length they are `npm run proof`. Each command counts as one test.
import { runCommand } from '../../scripts/command.ts'
import type { FileTime, Part } from './part.ts'

interface Proof {
  name: string
  says: string
  budgetSeconds: number
  commands: string[][]
}

function proofPart({ name, says, budgetSeconds, commands }: Proof): Part {
  return {
    name,
    says,
    budgetSeconds,
    folder: null,
    async run() {
      const count = { passed: 0, failed: 0, skipped: 0 }
      const files: FileTime[] = []
      for (const command of commands) {
        const startedAt = performance.now()
        const { code } = await runCommand(process.execPath, command)
        if (code === 0) count.passed++
        else count.failed++
        files.push({ file: command[0] ?? name, seconds: (performance.now() - startedAt) / 1000 })
      }
      return { count, files }
    },
  }
}

export const simulationPart = proofPart({
  name: 'simulation',
  says: 'the transfer engine under 2,000 seeded fault schedules, and crashed at every step of one execute',
  budgetSeconds: 20,
  commands: [['test/proofs/simulation/main.ts', '--seeds', '2000', '--crashes']],
})

export const chaosPart = proofPart({
  name: 'chaos',
  says: 'real processes killed at random, and many requests at once for what may happen once',
  budgetSeconds: 25,
  commands: [
    ['test/proofs/chaos/main.ts', '--kills', '8', '--storage', 'sqlite'],
    ['test/proofs/race/main.ts', '--quick', '--storage', 'sqlite'],
  ],
})

export const fuzzPart = proofPart({
  name: 'fuzz',
  says: '5,000 requests made from the OpenAPI document, and bytes that are no HTTP: every answer a documented one',
  budgetSeconds: 15,
  commands: [['test/proofs/fuzz/main.ts', '--requests', '5000']],
})
