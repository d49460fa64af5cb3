// Format, lint and types. Each check counts as one test.
import { runCommand } from '../../scripts/command.ts'
import { addCounts, type Count, noTests } from '../support/count.ts'
import type { Part } from './part.ts'

type Check = { name: string; command: string; args: string[] }

const typedFolders = ['server', 'sandbox', 'components', 'host', 'examples', 'scripts', 'test']
const checks: Check[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  ...typedFolders.map((folder) => ({
    name: `types of ${folder}`,
    command: 'tsc',
    args: ['-p', `${folder}/tsconfig.json`],
  })),
]

export const staticPart: Part = {
  name: 'static',
  says: 'format, lint and types',
  budgetSeconds: 20,
  folder: null,
  async run() {
    let count = noTests
    for (const check of checks) count = addCounts(count, await runCheck(check))
    return count
  },
}

async function runCheck({ name, command, args }: Check): Promise<Count> {
  const { code, output } = await runCommand(command, args, { quiet: true })
  const isFine = code === 0
  console.log(`  ${isFine ? '✓' : '✗'} ${name}`)
  if (!isFine) console.log(output)
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0 }
}
