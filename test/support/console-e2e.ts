// Playwright's `test` with a console of each test over the engine alone.
import { expect } from 'playwright/test'
import { type ConsoleSite, startConsoleSite } from './console-site.ts'
import { test as base } from './worker-fixtures.ts'

export { expect }

interface Options {
  /** CONSOLE_TWO_PERSON_RESOLVE */
  twoPersonResolve: boolean
}

export const test = base.extend<Options & { site: ConsoleSite }>({
  twoPersonResolve: [false, { option: true }],
  // One for each test: in memory it starts at once, and no test sees the transfers of another.
  site: async ({ twoPersonResolve }, use) => {
    const site = await startConsoleSite({ twoPersonResolve })
    await use(site)
    await site.close()
  },
})
