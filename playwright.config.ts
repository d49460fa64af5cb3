// The end-to-end tests, each worker of which starts the whole thing for itself (test/support/app.ts) on ports of its own; and
// the tests of every screen, which need no server.
import { defineConfig, devices } from 'playwright/test'
import { browserArgs, findBrowser } from './test/support/browser.ts'

const executablePath = findBrowser()?.path

export default defineConfig({
  testDir: 'test',
  testMatch: ['e2e/**/*.test.ts', 'accessibility/**/*.test.ts'],
  snapshotPathTemplate: '{testDir}/{testFileDir}/snapshots/{arg}{ext}',
  outputDir: '.data/traces',
  workers: 3,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Every test is traced for the one that fails. A film of each would take a fifth of the time; that one leaves a picture.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 10_000,
    launchOptions: { args: browserArgs, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { ...devices['Desktop Chrome'] } },
    { name: 'phone', grep: /@phone/, use: { ...devices['Pixel 7'] } },
  ],
})
