// How many clicks a transfer takes. Texts are typed: the field that is needed next has the focus.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { expect, test } from '../support/e2e.ts'
import { openInShop, sendButton } from '../support/link-flow.ts'
import { accessTokenOf, createLink } from '../support/links.ts'
import { toBase } from '../support/native-flow.ts'
import { shopAddress } from '../support/shop.ts'

/** Counts the presses of the pointer that the page receives. */
async function countClicks(page: Page) {
  let clicks = 0
  await page.exposeFunction('clicked', () => clicks++)
  await page.addInitScript(() => {
    const { clicked } = window as unknown as { clicked(): void }
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && clicked(), true)
  })
  return () => clicks
}

test('a new user with a code needs six clicks', async ({ page, app }) => {
  const clicks = await countClicks(page)
  const flow = await openInShop(page, app.shopUrl, await createLink(app))
  const { keyboard } = page
  await flow.getByRole('button', { name: /^Sandbox Exchange/ }).click()
  await expect(flow.getByLabel('User name')).toBeFocused()
  await keyboard.type('user_mfa')
  await keyboard.press('Tab')
  await keyboard.type('pass_good')
  await flow.getByRole('button', { name: texts.signIn.cta, exact: true }).click()
  await expect(flow.getByRole('textbox', { name: texts.enterCode.labels.totp })).toBeFocused()
  await keyboard.type('123456')
  await flow.getByRole('button', { name: texts.common.continue, exact: true }).click()
  await flow.getByRole('button', { name: /^USD Coin/ }).click()
  await expect(flow.getByRole('textbox', { name: /^Amount in/ })).toBeFocused()
  await keyboard.type('10')
  await flow.getByRole('button', { name: texts.amount.review }).click()
  await sendButton(flow).click()
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  expect(clicks()).toBe(6)
})

test('a returning user needs three clicks', async ({ page, app }) => {
  const clicks = await countClicks(page)
  const userId = randomUUID()
  const token = await accessTokenOf(app, 'user_good', userId)
  const flow = await openInShop(page, app.shopUrl, await createLink(app, {}, userId), [token])
  await flow.getByRole('button', { name: /^USD Coin/ }).click()
  await expect(flow.getByRole('textbox', { name: /^Amount in/ })).toBeFocused()
  await page.keyboard.type('11')
  await flow.getByRole('button', { name: texts.amount.review }).click()
  await sendButton(flow).click()
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  expect(clicks()).toBe(3)
})

test('a returning user needs one click if the app has fixed amount, asset and network', async ({ page, app }) => {
  const clicks = await countClicks(page)
  const userId = randomUUID()
  const token = await accessTokenOf(app, 'user_good', userId)
  const link = await createLink(
    app,
    { ToAddresses: [{ ...toBase, Address: shopAddress }], Symbol: 'USDC', Amount: 12 },
    userId,
  )
  const flow = await openInShop(page, app.shopUrl, link, [token])
  await sendButton(flow).click()
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  expect(clicks()).toBe(1)
})
