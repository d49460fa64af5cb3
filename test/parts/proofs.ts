// A share of the long proofs in every test run; `npm run proof` runs them completely. Each command counts as one test. The commands
// of one part run in parallel, because a chaos run mostly waits for restarts.
import { runCommand } from '../../scripts/command.ts'
import type { FileTime, Part } from './part.ts'

interface Proof {
  name: string
  description: string
  commands: string[][]
}

function proofPart({ name, description, commands }: Proof): Part {
  return {
    name,
    description,
    folder: null,
    async run() {
      const count = { passed: 0, failed: 0, skipped: 0 }
      const files: FileTime[] = []
      const run = async (command: string[]): Promise<void> => {
        const startedAt = performance.now()
        // The commands run in parallel. Each output is printed when its command ends.
        const { code, output } = await runCommand(process.execPath, command, { quiet: commands.length > 1 })
        if (output !== '') console.log(output)
        if (code === 0) count.passed++
        else count.failed++
        files.push({ file: command[0] ?? name, seconds: (performance.now() - startedAt) / 1000 })
      }
      await Promise.all(commands.map(run))
      return { count, files }
    },
  }
}

export const simulationPart = proofPart({
  name: 'simulation',
  description: 'the transfer engine under 2,000 seeded fault schedules, and crashed at every step of one execute',
  commands: [['test/proofs/simulation/main.ts', '--seeds', '2000', '--crashes']],
})

export const chaosPart = proofPart({
  name: 'chaos',
  description: 'real processes killed at random, many requests at once, and requests made from the OpenAPI document',
  commands: [
    ['test/proofs/chaos/main.ts', '--kills', '6', '--speedup', '10', '--storage', 'sqlite'],
    ['test/proofs/race/main.ts', '--quick', '--storage', 'sqlite'],
    ['test/proofs/fuzz/main.ts', '--requests', '3000'],
  ],
})
