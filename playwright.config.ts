// Configures the end-to-end tests and the tests of every screen. Each worker of the end-to-end tests starts server, exchange and shop on
// separate ports (test/support/app.ts). The tests of every screen need no server.
import { defineConfig, devices } from 'playwright/test'
import { browserArgs, findBrowser, headlessCommandNames } from './test/support/browser.ts'

// `npm test` runs no tests with the tag @proof, and repeats no desktop test on a phone. `npm run proof` runs all.
const isShort = process.env.TEST_LENGTH === 'short'
const executablePath = findBrowser(headlessCommandNames)?.path

export default defineConfig({
  testDir: 'test',
  testMatch: ['e2e/**/*.test.ts', 'accessibility/**/*.test.ts'],
  snapshotPathTemplate: '{testDir}/{testFileDir}/snapshots/{arg}{ext}',
  outputDir: '.data/traces',
  // A worker often waits for a chain or a page, so two leave the two processors of CI idle.
  workers: 3,
  retries: 0,
  // Assertions poll and pass immediately, so long limits slow down only failures, such as a page that hangs.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Traces would take a fifth of the time. Without a trace, a failed test leaves a screenshot and the page's text.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    launchOptions: { args: browserArgs, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: isShort ? /@phone-only|@proof/ : /@phone-only/,
      use: { ...devices['Desktop Chrome'] },
    },
    {
      name: 'phone',
      ...(isShort ? { grep: /@phone-only/, grepInvert: /@proof/ } : { grep: /@phone/ }),
      use: { ...devices['Pixel 7'] },
    },
  ],
})
