// Elements in a real browser, under Web Test Runner.
import { join } from 'node:path'
import { runCommand } from '../../scripts/command.ts'
import { ensureBrowser } from '../support/browser.ts'
import { lengthOf } from '../support/length.ts'
import type { Part, Result } from './part.ts'
import { readReport } from './report.ts'

export const componentsPart: Part = {
  name: 'components',
  description: 'elements in a browser, by Web Test Runner',
  folder: 'test/components',
  async run({ files, isShort, reportFolder }) {
    const report = join(reportFolder, 'components.json')
    const { path } = ensureBrowser()
    const args = ['test/support/component-runner.ts', report, ...files]
    const { code } = await runCommand(process.execPath, args, {
      env: { CHROMIUM_PATH: path, CHROME_PATH: path, ...lengthOf(isShort) },
    })
    return readReport<Result>(report, code, (result) => result)
  },
}
