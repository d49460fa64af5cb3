// Playwright's `test` with a console of this worker over the engine alone. No script may fail, and the page complies with its policy.
import { test as base, expect } from 'playwright/test'
import { checkedPage } from './checked-page.ts'
import { type ConsoleSite, startConsoleSite } from './console-site.ts'

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
  page: checkedPage,
})
