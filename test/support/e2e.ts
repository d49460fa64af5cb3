// Playwright's `test` with the running app of this worker. Before each test, stopped parts are started and faults are switched off.
import { test as base, expect } from 'playwright/test'
import { type App, startApp } from './app.ts'
import { checkedPage } from './checked-page.ts'

export { expect }

export const test = base.extend<{ repaired: undefined }, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this parameter
    async ({}, use) => {
      const app = await startApp({ isInMemory: true })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  page: checkedPage,
  repaired: [
    async ({ app }, use) => {
      await app.repair()
      await use(undefined)
    },
    { auto: true, timeout: 60_000 },
  ],
})
