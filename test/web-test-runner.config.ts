import { existsSync, globSync } from 'node:fs'
import { chromeLauncher } from '@web/test-runner-chrome'
import { chromium } from 'playwright'
import { projectRoot } from '../scripts/command.ts'
import { browserArgs } from './support/browser.ts'
import { bundledTests } from './support/bundled-tests.ts'

// Component tests run in Chromium: the one named by CHROMIUM_PATH, the system's, or playwright's.
const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()]
const found = candidates.find((path) => path !== undefined && existsSync(path))
if (found === undefined) throw new Error('No Chromium: set CHROMIUM_PATH or run npx playwright install chromium')
const executablePath = found

/** For some files or patterns below the project, or for every component test. */
export function testRunnerConfig(patterns: string[] = []) {
  const files = globSync(patterns.length === 0 ? 'test/components/**/*.test.ts' : patterns, { cwd: projectRoot })
  return {
    rootDir: projectRoot,
    files,
    plugins: [bundledTests(files)],
    // The icons, at the paths of the server.
    middleware: [
      (context: { url: string }, next: () => Promise<void>) => {
        context.url = context.url.replace(/^\/link-assets\/icons\//, '/host/public/icons/')
        return next()
      },
    ],
    browsers: [chromeLauncher({ launchOptions: { executablePath, args: browserArgs } })],
    // One page at a time: focus is what many of these tests are about, and only the page in front has it.
    concurrency: 1,
    testsFinishTimeout: 300_000,
    testFramework: { config: { timeout: 10_000 } },
  }
}
