// Test files under Node's own test runner: what the parts unit and integration share.
import { join } from 'node:path'
import { runCommand } from '../../scripts/command.ts'
import type { Count } from '../support/count.ts'
import type { Part } from './part.ts'
import { countFromReport } from './report.ts'

export function nodeTestPart(part: Omit<Part, 'run'> & { folder: string }): Part {
  return {
    ...part,
    async run({ files, reportFolder }) {
      const report = join(reportFolder, `${part.name}.json`)
      const { code } = await runCommand(process.execPath, [
        '--test',
        // Of five, three mostly wait: for a process to start, to stop, to be late.
        '--test-concurrency=5',
        '--test-timeout=120000',
        `--test-reporter=${files.length === 0 ? 'dot' : 'spec'}`,
        '--test-reporter-destination=stdout',
        '--test-reporter=./test/support/counting-reporter.ts',
        `--test-reporter-destination=${report}`,
        ...(files.length === 0 ? [`${part.folder}/**/*.test.ts`] : files.map(asPattern)),
      ])
      return countFromReport<Count>(report, code, (count) => count)
    },
  }
}

function asPattern(file: string): string {
  return file.endsWith('.ts') ? file : `${file.replace(/\/$/, '')}/**/*.test.ts`
}
