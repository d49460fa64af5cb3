// Playwright's `test` with a console of this worker, whose client, webhook endpoints and calls are staged.
import { expect, type Page } from 'playwright/test'
import { expectNoViolations } from './violations.ts'
import { test as base, type StagedConsole } from './worker-fixtures.ts'

export { expect }

export const test = base.extend<{ site: StagedConsole }>({
  site: ({ stagedConsole }, use) => use(stagedConsole),
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
