// The two packages as they would be published, by node --test.
import { join } from 'node:path'
import { runCommand } from '../../scripts/command.ts'
import type { Count } from '../support/count.ts'
import type { Part } from './part.ts'
import { countFromReport } from './report.ts'

export const packagesPart: Part = {
  name: 'packages',
  says: 'both packages packed, read by the usual judges, installed in an empty project and used',
  budgetSeconds: 40,
  folder: 'test/packages',
  async run({ files, reportFolder }) {
    const report = join(reportFolder, 'packages.json')
    const { code } = await runCommand(process.execPath, [
      '--test',
      // They share what is packed once.
      '--test-isolation=none',
      '--test-timeout=120000',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./test/support/counting-reporter.ts',
      `--test-reporter-destination=${report}`,
      ...(files.length === 0 ? ['test/packages/*.test.ts'] : files),
    ])
    return countFromReport<Count>(report, code, (count) => count)
  },
}
