// Format, lint and types. Each check counts as one test.
import { runCommand } from '../../scripts/command.ts'
import type { FileTime, Part } from './part.ts'

type Check = { name: string; command: string; args: string[] }

const typesCache = 'node_modules/.cache/types'
const atOnce = 2
const typedFolders = ['server', 'sandbox', 'components', 'host', 'examples', 'scripts', 'test']
const checks: Check[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  ...typedFolders.map((folder) => ({
    name: `types of ${folder}`,
    command: 'tsc',
    // What has not changed since the last run is not checked again.
    args: [
      '-p',
      `${folder}/tsconfig.json`,
      '--incremental',
      '--tsBuildInfoFile',
      `${typesCache}/${folder}.tsbuildinfo`,
    ],
  })),
]

export const staticPart: Part = {
  name: 'static',
  says: 'format, lint and types',
  budgetSeconds: 20,
  folder: null,
  async run() {
    const count = { passed: 0, failed: 0, skipped: 0 }
    const files: FileTime[] = []
    const waiting = [...checks]
    const next = async (): Promise<void> => {
      const check = waiting.shift()
      if (check === undefined) return
      const startedAt = performance.now()
      if (await holds(check)) count.passed++
      else count.failed++
      files.push({ file: check.name, seconds: (performance.now() - startedAt) / 1000 })
      return next()
    }
    await Promise.all(Array.from({ length: atOnce }, next))
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
