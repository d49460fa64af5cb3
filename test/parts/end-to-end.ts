// The whole thing in a browser: shop, hosted page, server, sandbox exchange and chain, each a real process.
import { join } from 'node:path'
import { ensureBrowser } from '../support/browser.ts'
import { runCommand } from '../support/command.ts'
import type { Part } from './part.ts'
import { countFromReport } from './report.ts'

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

export const endToEndPart: Part = {
  name: 'e2e',
  says: 'the drop-in flow end to end, by Playwright',
  budgetSeconds: 180,
  folder: 'test/e2e',
  async run({ files, reportFolder }) {
    const report = join(reportFolder, 'e2e.json')
    const { path } = ensureBrowser()
    const build = await runCommand(process.execPath, ['test/support/build.js'])
    if (build.code !== 0) return { passed: 0, failed: 1, skipped: 0 }
    const { code } = await runCommand('playwright', ['test', '--reporter=list,json', ...files], {
      env: { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    })
    return countFromReport<PlaywrightReport>(report, code, ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }))
  },
}
