import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { heading, linkFlow, signIn } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'

/** Opens a link in the shop's page, as a part of the page below a field and a button. */
async function showInline(page: Page, app: App): Promise<void> {
  await page.goto(app.shopUrl)
  const { iFrameUrl } = await createLink(app)
  await page.evaluate((url) => {
    const element = document.querySelector('transfer-link') as HTMLElement & { openPopup(url: string): void }
    const [field, button] = [document.createElement('input'), document.createElement('button')]
    field.ariaLabel = 'Order note'
    button.textContent = 'Pay here'
    button.onclick = () => element.openPopup(url)
    field.addEventListener('load', () => element.openPopup(url))
    element.setAttribute('layout', 'inline')
    element.before(field, button)
  }, iFrameUrl)
}

test('an inline element that opens while the user types does not take the focus, until the user moves it', async ({
  page,
  app,
}) => {
  await showInline(page, app)
  const field = page.getByLabel('Order note')
  await field.fill('Leave it ')
  await field.dispatchEvent('load')
  const flow = linkFlow(page)
  await expect(heading(flow, texts.chooseAccount.title)).toBeVisible()
  await expect(flow.getByRole('button', { name: /^Sandbox Exchange/ })).toBeEnabled()
  await page.waitForFunction(() => document.querySelector('transfer-link')?.matches(':state(loading)') === false)
  await page.keyboard.type('at the door')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Leave it at the door')

  await signIn(flow, 'user_good')
  await expect(heading(flow, texts.chooseAsset.title)).toBeFocused()
})

test('an inline element that a click opens has the focus', async ({ page, app }) => {
  await showInline(page, app)
  await page.getByRole('button', { name: 'Pay here' }).click()
  await expect(heading(linkFlow(page), texts.chooseAccount.title)).toBeFocused()
})
