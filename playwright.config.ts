// The end-to-end tests, each worker of which starts the whole thing for itself (test/support/app.ts) on ports of its own; and
// the tests of every screen, which need no server.
import { defineConfig, devices } from 'playwright/test'
import { browserArgs, findBrowser, headlessCommandNames } from './test/support/browser.ts'

// `npm test` leaves what is tagged @proof to `npm run proof`, and what runs on a desktop too is not repeated on a phone.
const isShort = process.env.TEST_LENGTH === 'short'
const executablePath = findBrowser(headlessCommandNames)?.path

export default defineConfig({
  testDir: 'test',
  testMatch: ['e2e/**/*.test.ts', 'accessibility/**/*.test.ts'],
  snapshotPathTemplate: '{testDir}/{testFileDir}/snapshots/{arg}{ext}',
  outputDir: '.data/traces',
  workers: 2,
  retries: 0,
  // What a test waits for is seen at once, however late it comes. A page that hangs fails by these limits.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // A trace of each would take a fifth of the time; without it the one that fails leaves a picture and what could be read.
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
