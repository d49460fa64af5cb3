// The first screen is in the page before any script runs, and the scripts take it over without losing what the user did meanwhile.
import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { createConnectLink, createLink } from '../support/links.ts'

/** Opens a link, and holds the page's scripts back until the returned function is called. */
async function openWithoutScripts(page: Page, app: App): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/link-assets/**', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto((await createLink(app)).url, { waitUntil: 'commit' })
  return resolve
}

/** Waits until the scripts have taken over the first screen. */
async function takenOver(page: Page) {
  await page.waitForFunction(() => {
    const screen = document.querySelector('transfer-link')?.shadowRoot?.querySelector('choose-account-screen')
    return screen !== null && screen !== undefined && 'hasUpdated' in screen && screen.hasUpdated === true
  })
}

const exchange = { name: /^Sandbox Exchange/ }
const search = { name: texts.chooseAccount.search }

test('the accounts are there without JavaScript, in the language of the page', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto((await createLink(app)).url)
  await expect(page.getByRole('heading', { name: texts.chooseAccount.title })).toBeVisible()
  await expect(page.getByRole('button', exchange)).toBeVisible()
  await page.goto(`${(await createConnectLink(app)).url}&lng=fr`)
  await expect(page.getByRole('heading', { name: 'Quel compte voulez-vous connecter ?' })).toBeVisible()
  await context.close()
})

test('the scripts take over the elements that the server rendered', async ({ page, app }) => {
  const release = await openWithoutScripts(page, app)
  const row = await page.getByRole('button', exchange).elementHandle()
  release()
  await takenOver(page)
  expect(await row?.evaluate((element) => element.isConnected)).toBe(true)
  await page.getByRole('button', exchange).click()
  await expect(page.getByRole('heading', { name: texts.signIn.title('Sandbox Exchange') })).toBeVisible()
})

test('a click before the scripts have loaded counts once they have', async ({ page, app }) => {
  const release = await openWithoutScripts(page, app)
  await page.getByRole('button', exchange).click()
  release()
  await expect(page.getByRole('heading', { name: texts.signIn.title('Sandbox Exchange') })).toBeVisible()
})

test('a search that was typed before the scripts have loaded stays, with its focus', async ({ page, app }) => {
  const release = await openWithoutScripts(page, app)
  await page.getByRole('searchbox', search).pressSequentially('krak')
  release()
  await expect(page.getByRole('button', exchange)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Kraken/ })).toBeVisible()
  await expect(page.getByRole('searchbox', search)).toHaveValue('krak')
  await expect(page.getByRole('searchbox', search)).toBeFocused()
  await page.keyboard.type('en')
  await expect(page.getByRole('searchbox', search)).toHaveValue('kraken')
})

test('the focus of a row stays when the scripts have loaded', async ({ page, app }) => {
  const release = await openWithoutScripts(page, app)
  await page.getByRole('button', exchange).focus()
  release()
  await takenOver(page)
  await expect(page.getByRole('button', exchange)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: texts.signIn.title('Sandbox Exchange') })).toBeVisible()
})

test('an account that was used before moves to the top once the scripts know of it', async ({ page, app }) => {
  await page.addInitScript(() => localStorage.setItem('transfer-link:recent', '["kraken"]'))
  await page.goto((await createLink(app)).url)
  await expect(page.getByRole('heading', { name: texts.chooseAccount.recent })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Kraken/ })).toHaveCount(1)
})

test('a click before the scripts know of the accounts used before counts for the row that it hit', async ({
  page,
  app,
}) => {
  await page.addInitScript(() => localStorage.setItem('transfer-link:recent', '["sandbox"]'))
  const release = await openWithoutScripts(page, app)
  await page.getByRole('button', exchange).click()
  release()
  await expect(page.getByRole('heading', { name: texts.signIn.title('Sandbox Exchange') })).toBeVisible()
})

test('a browser without declarative shadow DOM renders the screen with the scripts', async ({ page, app }) => {
  await page.route('**/broker-connect*', async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replaceAll(/ shadowroot(mode)?="open"/g, '')
    await route.fulfill({ response, body: html })
  })
  await page.goto((await createLink(app)).url)
  await page.getByRole('button', exchange).click()
  await expect(page.getByRole('heading', { name: texts.signIn.title('Sandbox Exchange') })).toBeVisible()
})
