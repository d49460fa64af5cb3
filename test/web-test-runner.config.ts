import { existsSync } from 'node:fs'
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { chromeLauncher } from '@web/test-runner-chrome'
import { chromium } from 'playwright'

// Component tests run in Chromium: the one named by CHROMIUM_PATH, the system's, or playwright's.
const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()]
const executablePath = candidates.find((path) => path !== undefined && existsSync(path))
if (executablePath === undefined)
  throw new Error('No Chromium: set CHROMIUM_PATH or run npx playwright install chromium')

const isRoot = process.getuid?.() === 0

export default {
  rootDir: new URL('..', import.meta.url).pathname,
  files: 'test/components/**/*.test.ts',
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: new URL('../components/tsconfig.json', import.meta.url).pathname,
    }),
  ],
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath, args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'] },
    }),
  ],
  // One page at a time: focus is what many of these tests are about, and only the page in front has it.
  concurrency: 1,
  testFramework: { config: { timeout: 10_000 } },
  filterBrowserLogs: ({ args }: { args: unknown[] }) => !String(args[0]).startsWith('Lit is in dev mode'),
}
