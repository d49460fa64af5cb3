// Leaving, however it is done, ends the session on the server and leaves nothing in the tab that resumes it. A reload resumes.
import { randomUUID } from 'node:crypto'
import type { Frame, Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { callback, callbackNames, heading, linkFlow, openInShop, openPage, signIn } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'

/** The session's token, as a script in the tab could have copied it. */
async function storedToken(frame: Frame | Page): Promise<string> {
  const stored = await frame.evaluate(() => Object.values(sessionStorage))
  const token = stored.find((value) => value.startsWith('ls-'))
  if (token === undefined) throw new Error('no session is stored')
  return token
}

function statusOf({ apiUrl }: App, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  return fetch(`${apiUrl}/api/v1/link/session`, { headers }).then(({ status }) => status)
}

const frameOf = (page: Page) => page.frames().find((frame) => frame !== page.mainFrame()) as Frame

test('a full page that was left resumes neither by Back nor by its address, but did by a reload', async ({
  page,
  app,
}) => {
  const flow = await openPage(page, await createLink(app, {}, randomUUID()))
  await signIn(flow, 'user_good')
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  const token = await storedToken(page)
  await page.reload()
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  expect(await statusOf(app, token)).toBe(200)
  const address = page.url()
  await flow.getByRole('button', { name: texts.header.close }).click()
  await page.waitForURL((url) => url.href.startsWith(app.shopUrl))
  await expect.poll(() => statusOf(app, token)).toBe(401)
  await page.goto(address)
  await expect(heading(flow, texts.linkEnded.expiredTitle)).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('the close button in a dialog ends the session; with TokenDelivery "server" its site had no token', async ({
  page,
  app,
}) => {
  const flow = await openInShop(page, app.shopUrl, await createLink(app, { TokenDelivery: 'server' }, randomUUID()))
  await signIn(flow, 'user_good')
  const connected = await callback(page, 'brokerConnected')
  expect(connected).toMatchObject({ accessToken: { brokerType: 'sandbox', accountTokens: [{ account: {} }] } })
  expect(JSON.stringify(connected)).not.toMatch(/auth_token|refresh|[ar]t-sandbox-/)
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  const token = await storedToken(frameOf(page))
  await flow.getByRole('button', { name: texts.header.close }).click()
  await callback(page, 'exit')
  await expect.poll(() => statusOf(app, token)).toBe(401)
})

test('closePopup() ends the session', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openInShop(page, app.shopUrl, await createLink(app, {}, randomUUID()))
  await signIn(flow, 'user_good')
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  const token = await storedToken(frameOf(page))
  await page.evaluate(() => document.querySelector('transfer-link')?.closePopup())
  await callback(page, 'exit')
  await expect.poll(() => statusOf(app, token)).toBe(401)
  await expect(page.locator('transfer-link iframe')).toHaveCount(0)
  expect((await callbackNames(page)).filter((name) => name === 'exit')).toEqual(['exit'])
})

test('moving the element preserves the session, and removing it ends the session', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await openInShop(page, app.shopUrl, await createLink(app, {}, randomUUID()))
  await signIn(flow, 'user_good')
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  const token = await storedToken(frameOf(page))
  await page.evaluate(() => {
    const place = document.body.appendChild(document.createElement('div'))
    place.append(document.querySelector('transfer-link') as Element)
  })
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  expect(await statusOf(app, token)).toBe(200)
  await page.evaluate(() => document.querySelector('transfer-link')?.remove())
  await expect.poll(() => statusOf(app, token)).toBe(401)
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('closing the element while its page resumes ends the session', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openInShop(page, app.shopUrl, await createLink(app, {}, randomUUID()))
  await signIn(flow, 'user_good')
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  const token = await storedToken(frameOf(page))
  await page.evaluate(() => {
    const element = document.querySelector('transfer-link')
    const place = document.body.appendChild(document.createElement('div'))
    place.append(element as Element)
    element?.closePopup()
  })
  await callback(page, 'exit')
  await expect.poll(() => statusOf(app, token)).toBe(401)
})

test('a link that is closed at once can still be opened', { tag: '@proof' }, async ({ page, app }) => {
  const link = await createLink(app, {}, randomUUID())
  await page.goto(app.shopUrl)
  await page.waitForFunction(() => customElements.get('transfer-link') !== undefined)
  await page.evaluate((url) => {
    const element = document.querySelector('transfer-link')
    element?.openPopup(url)
    element?.closePopup()
    element?.openPopup(url)
  }, link.iFrameUrl)
  await expect(heading(linkFlow(page), texts.chooseAccount.title)).toBeVisible()
})

for (const [how, leave] of [
  ['the page’s close button', (page: Page) => linkFlow(page).getByRole('button', { name: texts.header.close }).click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['closePopup()', (page: Page) => page.evaluate(() => document.querySelector('transfer-link')?.closePopup())],
] as const)
  test(`a link left by ${how} before its response arrives ends on the server`, { tag: '@proof' }, async ({
    page,
    app,
  }) => {
    const { promise: hasLeft, resolve: arrive } = Promise.withResolvers<void>()
    let token = ''
    await page.route('**/api/v1/link/session', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      token = (await response.json()).content.sessionToken
      await hasLeft
      await route.fulfill({ response })
    })
    await openInShop(page, app.shopUrl, await createLink(app, {}, randomUUID()))
    await expect(heading(linkFlow(page), texts.chooseAccount.title)).toBeVisible()
    await expect.poll(() => token).not.toBe('')
    await leave(page)
    await callback(page, 'exit')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    arrive()
    await expect.poll(() => statusOf(app, token)).toBe(401)
    expect((await callbackNames(page)).filter((name) => name === 'exit')).toEqual(['exit'])
  })
