// Playwright's `test` with what the tests of one worker share. Each part starts with the first test that uses it. All end-to-end tests
// extend this one `test`, because Playwright starts a new worker, with a new browser, for a test with other worker fixtures.
import { test as base } from 'playwright/test'
import { type Metrics, newMetrics } from '../../server/log/metrics.ts'
import { type App, startApp } from './app.ts'
import { checkedPage } from './checked-page.ts'
import { type ConsoleSite, startConsoleSite } from './console-site.ts'
import { type StagedClient, stageCalls, stageClient } from './staged-integrations.ts'

export interface StagedConsole extends ConsoleSite {
  staged: StagedClient
  metrics: Metrics
  /** The type of the engine's exchange. */
  exchange: string
  /** Its circuit is open. */
  openCircuit(isOpen: boolean): void
}

export const test = base.extend<object, { app: App; stagedConsole: StagedConsole }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this parameter
    async ({}, use) => {
      const app = await startApp({ isInMemory: true })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  stagedConsole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this parameter
    async ({}, use) => {
      const metrics = newMetrics()
      let open: string[] = []
      const nodeNetworks = ['ethereum', 'base']
      const site = await startConsoleSite({ metrics, nodeNetworks, openCircuits: () => open })
      const staged = await stageClient(site.engine)
      const exchange = site.engine.deps.exchanges.all[0]?.type ?? ''
      stageCalls(metrics, exchange)
      const openCircuit = (isOpen: boolean) => {
        open = isOpen ? [exchange] : []
      }
      await use({ ...site, staged, metrics, exchange, openCircuit })
      await site.close()
    },
    { scope: 'worker' },
  ],
  page: checkedPage,
})
