// Browsers without IntersectionObserver v2 (Firefox, Safari) cannot see what covers a frame: there a transfer is sent on a full page.
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { loadTexts } from '../../components/texts/load-texts.ts'
import { type App, releaseWithdrawal, withdrawals } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import {
  callback,
  callbackNames,
  chooseAsset,
  enterAmount,
  heading,
  type LinkFlow,
  openInShop,
  openLink,
  openPage,
  reviewTransfer,
  sendButton,
  signIn,
} from '../support/link-flow.ts'
import { accessTokenOf, createLink } from '../support/links.ts'

const german = await loadTexts('de')

test.beforeEach(({ context }) =>
  context.addInitScript(() => Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')),
)

const fullPage = (flow: LinkFlow) => flow.getByRole('button', { name: texts.review.fullPage })
const waiting = (flow: LinkFlow) => heading(flow, texts.fullPage.title)

function countOrders(context: BrowserContext): string[] {
  const orders: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/v1/link/execute')) orders.push(request.url())
  })
  return orders
}

/** From the shop to the review in its frame. */
async function reviewInFrame(page: Page, app: App, amount: string) {
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, amount)
  await expect(fullPage(flow)).toBeVisible()
  return flow
}

async function continueIn(page: Page, button: ReturnType<typeof fullPage>): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await expect(sendButton(opened)).toBeVisible()
  return opened
}

test('a frame does not send: the full page shows the same review, and the site receives its events', async ({
  page,
  app,
  context,
}) => {
  const orders = countOrders(context)
  const flow = await reviewInFrame(page, app, '33.03') // the exchange holds it until it is released
  await expect(sendButton(flow)).toHaveCount(0)
  const opened = await continueIn(page, fullPage(flow))
  await expect(waiting(flow)).toBeVisible()
  await expect(opened.getByRole('button', { name: 'Send 33.03 USDC' })).toHaveAttribute('aria-disabled', 'false')
  expect(orders).toEqual([])
  await sendButton(opened).click()
  await expect(heading(flow, texts.track.title)).toBeVisible()
  // Its user leaves the full page at once, for the callback URL. The frame goes on.
  await opened.getByRole('button', { name: texts.common.close }).first().click()
  await opened.waitForURL(/transferId=/)
  const address = new URL(opened.url())
  expect(address.searchParams.get('status')).toBe('Pending')
  const held = (await withdrawals(app.exchangeUrl)).find(({ amount }) => amount === '33.03')
  await releaseWithdrawal(app.exchangeUrl, held?.id ?? '')
  const { payload } = await callback(page, 'transferFinished')
  const transferId = address.searchParams.get('transferId')
  expect(payload).toMatchObject({ status: 'success', amountText: '33.03', transferId })
  await flow.getByRole('button', { name: texts.common.done }).click()
  expect(JSON.stringify(await callback(page, 'exit'))).toContain(transferId)
  const names = await callbackNames(page)
  expect(names.filter((name) => name === 'transferFinished')).toHaveLength(1)
  expect(orders).toHaveLength(1)
})

test('a full page that its user closed opens again, and the frame can go back to its review', {
  tag: '@proof',
}, async ({ page, app }) => {
  const flow = await reviewInFrame(page, app, '34.5')
  const first = await continueIn(page, fullPage(flow))
  await first.close()
  const second = await continueIn(page, flow.getByRole('button', { name: texts.fullPage.open }))
  await expect(second.getByRole('button', { name: 'Send 34.5 USDC' })).toBeVisible()
  // The first review of the frame is there again, and the full page can do nothing any more.
  await expect(waiting(flow)).toBeVisible()
  await flow.getByRole('button', { name: texts.header.back }).click()
  await expect(fullPage(flow)).toBeVisible()
  await second.bringToFront()
  await expect(sendButton(second)).toHaveAttribute('aria-disabled', 'false')
  await sendButton(second).click()
  await expect(heading(second, texts.linkEnded.sessionTitle)).toBeVisible()
  const third = await continueIn(page, fullPage(flow))
  await expect(third.getByRole('button', { name: 'Send 34.5 USDC' })).toHaveAttribute('aria-disabled', 'false')
  await sendButton(third).click()
  const { payload } = await callback(page, 'transferFinished')
  expect(payload).toMatchObject({ status: 'success', amountText: '34.5' })
})

test('a full page that its user left without sending ends in the frame, too', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await reviewInFrame(page, app, '35.5')
  const opened = await continueIn(page, fullPage(flow))
  await opened.getByRole('button', { name: texts.header.close }).first().click()
  await opened.getByRole('button', { name: texts.leave.leave }).click()
  await opened.waitForURL(/status=Canceled/)
  await expect(heading(flow, texts.linkEnded.expiredTitle)).toBeVisible()
  await flow.getByRole('button', { name: texts.common.close }).last().click()
  await callback(page, 'exit')
  expect(await callbackNames(page)).not.toContain('transferFinished')
})

test('a page in no frame sends', { tag: '@proof' }, async ({ page, app, context }) => {
  const orders = countOrders(context)
  const flow = await openPage(page, await createLink(app))
  await reviewTransfer(flow, 'user_good', '36.5')
  await expect(sendButton(flow)).toHaveAttribute('aria-disabled', 'false')
  await sendButton(flow).click()
  await expect.poll(() => orders.length).toBe(1)
})

test('a reloaded frame continues to follow its full page, and can return to its review', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await reviewInFrame(page, app, '37.5')
  const opened = await continueIn(page, fullPage(flow))
  const reload = () => flow.locator('body').evaluate(() => location.reload())
  await reload()
  await expect(waiting(flow)).toBeVisible()
  await flow.getByRole('button', { name: texts.header.back }).click()
  await expect(fullPage(flow)).toBeVisible()
  await opened.close()
  const second = await continueIn(page, fullPage(flow))
  await reload()
  await expect(waiting(flow)).toBeVisible()
  await expect(second.getByRole('button', { name: 'Send 37.5 USDC' })).toHaveAttribute('aria-disabled', 'false')
  await sendButton(second).click()
  const { payload } = await callback(page, 'transferFinished')
  expect(payload).toMatchObject({ status: 'success', amountText: '37.5' })
  await flow.getByRole('button', { name: texts.common.done }).click()
  const exit = JSON.stringify(await callback(page, 'exit'))
  expect(exit).toContain((payload as { transferId: string }).transferId)
  expect(exit).toContain('Sandbox Exchange')
  const names = await callbackNames(page)
  expect(names.filter((name) => name === 'transferFinished')).toHaveLength(1)
})

test('a full page that is still loading when its user goes back in the frame opens nothing', { tag: '@proof' }, async ({
  page,
  app,
  context,
}) => {
  const flow = await reviewInFrame(page, app, '38.5')
  const { promise: isBack, resolve: goOn } = Promise.withResolvers<void>()
  await context.route('**/api/v1/link/session', async (route) => {
    await isBack
    await route.continue()
  })
  const [opened] = await Promise.all([page.waitForEvent('popup'), fullPage(flow).click()])
  await expect(waiting(flow)).toBeVisible()
  await flow.getByRole('button', { name: texts.header.back }).click()
  await expect(fullPage(flow)).toBeVisible()
  goOn()
  await expect(heading(opened, texts.linkEnded.expiredTitle)).toBeVisible()
  const second = await continueIn(page, fullPage(flow))
  await expect(second.getByRole('button', { name: 'Send 38.5 USDC' })).toBeVisible()
})

test('the full page speaks the language of its frame, in its colours and currency', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const userId = randomUUID()
  const { accessToken } = await accessTokenOf(app, 'user_good', userId)
  const link = await createLink(app, { FromAuthToken: accessToken, FromType: 'sandbox' }, userId)
  const wishes = '&lng=de&fiatCur=EUR&th=dark'
  const flow = await openInShop(page, app.shopUrl, { ...link, iFrameUrl: `${link.iFrameUrl}${wishes}` })
  await flow.getByRole('button', { name: /USD Coin/ }).click()
  await flow.locator('#amount').fill('39,5')
  await flow.getByRole('button', { name: german.amount.review }).click()
  const button = flow.getByRole('button', { name: german.review.fullPage })
  const [opened] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await expect(opened.getByRole('button', { name: /^39,5.* senden$/ })).toBeVisible()
  await expect(opened.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(opened.getByText('€').first()).toBeVisible()
})
