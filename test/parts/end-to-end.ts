// The whole application in a browser: shop, hosted page, server, sandbox exchange and chain, each a real process. Also each screen
// alone, without a server.
import { join } from 'node:path'
import { type CommandResult, runCommand } from '../../scripts/command.ts'
import { ensureBrowser, headlessCommandNames } from '../support/browser.ts'
import { lengthOf } from '../support/length.ts'
import type { Part, Result } from './part.ts'
import { readReport } from './report.ts'

type Suite = { file: string; specs: { tests: { results: { duration: number }[] }[] }[]; suites?: Suite[] }
type PlaywrightReport = {
  suites: Suite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

export const endToEndPart = playwrightPart({
  name: 'e2e',
  description: 'the drop-in flow end to end, by Playwright',
  folder: 'test/e2e',
})

export const accessibilityPart = playwrightPart({
  name: 'accessibility',
  description: 'every screen in every colour and size, by axe and by its accessibility tree',
  folder: 'test/accessibility',
})

/** Both parts of a run use one build. */
let build: Promise<CommandResult> | undefined

function playwrightPart(part: Omit<Part, 'run'> & { folder: string }): Part {
  return {
    ...part,
    async run({ files, isShort, reportFolder }) {
      const report = join(reportFolder, `${part.name}.json`)
      const { path } = ensureBrowser(headlessCommandNames)
      build ??= runCommand(process.execPath, ['scripts/build/main.js'])
      if ((await build).code !== 0) return { count: { passed: 0, failed: 1, skipped: 0 }, files: [] }
      const chosen = files.length === 0 ? [`${part.folder}/`] : files
      const { code } = await runCommand('playwright', ['test', '--reporter=list,json', ...chosen], {
        env: { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...lengthOf(isShort) },
      })
      return readReport<PlaywrightReport>(report, code, resultOf)
    },
  }
}

function resultOf({ stats, errors, suites }: PlaywrightReport): Result {
  const count = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
  return {
    count,
    files: suites.map((suite) => ({ file: `test/${suite.file}`, seconds: millisecondsOf(suite) / 1000 })),
  }
}

function millisecondsOf({ specs, suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests).flatMap((each) => each.results)
  const own = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own)
}
