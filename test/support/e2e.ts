// Playwright's `test` with the running app of this worker. Before each test, stopped parts are started and faults are switched off.
import { expect } from 'playwright/test'
import { test as base } from './worker-fixtures.ts'

export { expect }

export const test = base.extend<{ repaired: undefined }>({
  repaired: [
    async ({ app }, use) => {
      await app.repair()
      await use(undefined)
    },
    { auto: true, timeout: 60_000 },
  ],
})
