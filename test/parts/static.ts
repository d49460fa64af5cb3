// Format, lint and types. Each check counts as one test.
import { runCommand } from '../../scripts/command.ts'
import type { FileTime, Part } from './part.ts'

type Check = { name: string; command: string; args: string[] }

const checks: Check[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  // The folders use each other's declarations, which are cached in node_modules/.cache. Unchanged folders are not checked again.
  { name: 'types', command: 'tsc', args: ['--build'] },
]

export const staticPart: Part = {
  name: 'static',
  description: 'format, lint and types',
  folder: null,
  async run() {
    const count = { passed: 0, failed: 0, skipped: 0 }
    const files: FileTime[] = []
    const run = async (check: Check): Promise<void> => {
      const startedAt = performance.now()
      if (await holds(check)) count.passed++
      else count.failed++
      files.push({ file: check.name, seconds: (performance.now() - startedAt) / 1000 })
    }
    await Promise.all(checks.map(run))
    return { count, files }
  },
}

async function holds({ name, command, args }: Check): Promise<boolean> {
  const { code, output } = await runCommand(command, args, { quiet: true })
  const isFine = code === 0
  console.log(`  ${isFine ? '✓' : '✗'} ${name}`)
  if (!isFine) console.log(output)
  return isFine
}
