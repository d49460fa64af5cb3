// Fills in the sign-in pages of the sandbox exchange in a browser.
import type { Page } from 'playwright/test'
import { expect } from 'playwright/test'

/** Signs in and allows access. The exchange then redirects the page back. */
export async function signInAtExchange(page: Page, username: string): Promise<void> {
  await page.waitForLoadState()
  await expect(page.locator('body')).toContainText('Password')
  await page.getByLabel(/user name/i).fill(username)
  await page.getByLabel(/password/i).fill('pass_good')
  await page.locator('button[type=submit], button').first().click()
  await page.getByRole('button', { name: /allow/i }).click()
}
