// A script on the registered site's page has the user click on a Send button that is hidden from them.
import { randomUUID } from 'node:crypto'
import type { FrameLocator, Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { loadTexts } from '../../components/texts/load-texts.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { openInShop, openLink, reviewTransfer, scrollToSend, sendButton } from '../support/link-flow.ts'
import { accessTokenOf, createLink, createLinkOf } from '../support/links.ts'
import { serveSite } from '../support/site.ts'

const german = await loadTexts('de')

/** A frame of the hosted page without the element of ours around it, at its best size at first. */
async function frameOn(page: Page, app: App): Promise<{ flow: FrameLocator; stop(): Promise<void> }> {
  const body = '<iframe style="position: fixed; inset: 0; width: 420px; height: 640px; border: 0"></iframe>'
  const script = `addEventListener('message', ({ data }) => {
    if (data.type === 'loaded') document.body.dataset.loaded = ''
  })`
  const site = await serveSite(app, { script, body })
  const { iFrameUrl } = await createLinkOf(site.url, app)
  await page.goto(site.url)
  await page.locator('iframe').evaluate((frame, url) => frame.setAttribute('src', url), iFrameUrl)
  // The element covers the first screen until the page says that clicks count. Here is no element.
  await page.locator('body[data-loaded]').waitFor({ state: 'attached' })
  return { flow: page.frameLocator('iframe'), stop: site.stop }
}

function countOrders(page: Page): string[] {
  const orders: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/link/execute')) orders.push(request.url())
  })
  return orders
}

const attacks = {
  'a nearly transparent frame of 200 by 60': 'opacity: 0.01; width: 200px; height: 60px',
  'a nearly transparent frame': 'opacity: 0.01',
  'a frame of 200 by 60': 'width: 200px; height: 60px',
  'a frame that stands beyond the edge': 'inset: auto; top: -300px',
  'a frame below something that takes no clicks': 'z-index: -1',
  'a frame that is blurred': 'filter: blur(6px)',
}

for (const [name, style] of Object.entries(attacks)) {
  test(`${name} sends nothing, and its user continues on a full page`, {
    tag: name === 'a nearly transparent frame' ? [] : '@proof',
  }, async ({ page, app, context }) => {
    const { flow, stop } = await frameOn(page, app)
    const orders = countOrders(page)
    await reviewTransfer(flow, 'user_good', '33.5')
    await expect(sendButton(flow)).toHaveAttribute('aria-disabled', 'false')
    await page.evaluate((added) => {
      const frame = document.querySelector('iframe') as HTMLIFrameElement
      frame.style.cssText += `; ${added}`
      if (!added.startsWith('z-index')) return
      const bait = document.createElement('div')
      bait.style.cssText = 'position: fixed; inset: 0; background: #fff; pointer-events: none'
      document.body.append(bait)
    }, style)
    const continued = flow.getByRole('button', { name: texts.review.fullPage, includeHidden: true })
    await expect(continued).toBeAttached()
    await expect(sendButton(flow)).toHaveCount(0)
    // One of the clicks may be on this very button: until all are made, the screen stays.
    const { promise: clicked, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/link/full-page', async (route) => {
      await clicked
      await route.continue()
    })
    for (let y = 20; y < 640; y += 30) await page.mouse.click(200, y)
    expect(orders).toEqual([])
    await continued.evaluate((button: HTMLElement) => button.click())
    release()
    // The review is there already. A window that a second click replaced is closed.
    const isContinued = async () => {
      const buttons = context.pages().map((each) => each.getByRole('button', { name: 'Send 33.5 USDC' }))
      return (await Promise.all(buttons.map((button) => button.isVisible().catch(() => false)))).includes(true)
    }
    await expect.poll(isContinued).toBe(true)
    expect(orders).toEqual([])
    await stop()
  })
}

test('a frame as the element shows it sends, and a site may cover and uncover it', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await openLink(page, app.shopUrl)
  const orders = countOrders(page)
  await reviewTransfer(flow, 'user_good', '33.5')
  await expect(sendButton(flow)).toHaveAttribute('aria-disabled', 'false')
  await page.evaluate(() => Object.assign(document.body.style, { opacity: '0.02' }))
  await page.evaluate(() => {
    const element = document.querySelector('transfer-link')
    const dialog = element?.shadowRoot?.querySelector('dialog')
    if (dialog) dialog.style.opacity = '0.02'
  })
  await expect(flow.getByRole('button', { name: texts.review.fullPage })).toBeAttached()
  await page.evaluate(() => {
    document.body.style.opacity = ''
    const dialog = document.querySelector('transfer-link')?.shadowRoot?.querySelector('dialog')
    if (dialog) dialog.style.opacity = ''
  })
  await sendButton(flow).click()
  await expect.poll(() => orders.length).toBe(1)
})

/** The whole of a small screen, upright and in landscape. */
const screens = [
  { width: 1280, height: 720 },
  { width: 412, height: 839 },
  { width: 320, height: 480 },
  { width: 667, height: 375 },
  { width: 568, height: 320 },
]

/** From a connected account to the review, in the language with the longest words. */
async function reviewInGerman(page: Page, app: App) {
  const userId = randomUUID()
  const { accessToken } = await accessTokenOf(app, 'user_good', userId)
  const link = await createLink(app, { FromAuthToken: accessToken, FromType: 'sandbox' }, userId)
  const flow = await openInShop(page, app.shopUrl, { ...link, iFrameUrl: `${link.iFrameUrl}&lng=de` })
  await flow.getByRole('button', { name: /USD Coin/ }).click()
  await flow.locator('#amount').fill('33,5')
  await flow.getByRole('button', { name: german.amount.review }).click()
  return { flow, send: flow.getByRole('button', { name: /^33,5.* senden$/ }) }
}

for (const { width, height } of screens) {
  test(`the element sends at ${width} by ${height} in long words, once its user has scrolled`, {
    tag: '@proof',
  }, async ({ page, app }) => {
    await page.setViewportSize({ width, height })
    const orders = countOrders(page)
    const { flow, send } = await reviewInGerman(page, app)
    await expect(send).toBeAttached()
    await scrollToSend(page, send)
    await expect(flow.getByRole('button', { name: german.review.fullPage })).toHaveCount(0)
    await send.click()
    await expect.poll(() => orders.length).toBe(1)
  })
}

test('Send scrolls to the rows that were not in view, and sends once all were', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 320, height: 480 })
  const orders = countOrders(page)
  const { send } = await reviewInGerman(page, app)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(async () => {
    await send.click({ force: true, timeout: 3000 })
    expect(orders.length).toBe(1)
  }).toPass()
})
