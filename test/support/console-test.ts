// Playwright's `test` with a console of this worker, whose client, webhook endpoints and calls are staged.
import { test as base, expect, type Page } from 'playwright/test'
import { type Metrics, newMetrics } from '../../server/log/metrics.ts'
import { checkedPage } from './checked-page.ts'
import { type ConsoleSite, startConsoleSite } from './console-site.ts'
import { type StagedClient, stageCalls, stageClient } from './staged-integrations.ts'
import { expectNoViolations } from './violations.ts'

export { expect }

export interface StagedConsole extends ConsoleSite {
  staged: StagedClient
  metrics: Metrics
  /** The type of the engine's exchange. */
  exchange: string
  /** Its circuit is open. */
  openCircuit(isOpen: boolean): void
}

export const test = base.extend<object, { site: StagedConsole }>({
  site: [
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

/** No finding of axe, also not in the dark's colours, and no sideways scrolling on a phone. `ready` waits for the page's data. */
export async function expectFits(page: Page, ready: () => Promise<unknown>): Promise<void> {
  await ready()
  await expectNoViolations(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.emulateMedia({ colorScheme: 'dark' })
  // Without it, colours are still changing.
  await page.reload()
  await ready()
  await expectNoViolations(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  if (size !== null) await page.setViewportSize(size)
}

/** States the reason in the open dialog and presses its button. */
export async function confirmAction(page: Page, label: string, reason = 'Requested in ticket 4711'): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: label, exact: true }).click()
}

/** Presses Tab until the element is focused. */
export async function tabTo(page: Page, isFocused: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the element')
}
