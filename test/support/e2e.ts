// Playwright's `test` with the running app of this worker, repaired before each test.
import { test as base } from 'playwright/test'
import { type App, startApp } from './app.ts'

export { expect } from 'playwright/test'

export const test = base.extend<{ repaired: undefined }, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this parameter
    async ({}, use) => {
      const app = await startApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  repaired: [
    async ({ app }, use) => {
      await app.repair()
      await use(undefined)
    },
    { auto: true, timeout: 60_000 },
  ],
})
