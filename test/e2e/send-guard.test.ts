// A button that moves money, against clicks that were meant for something else.
import type { Locator, Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseAsset, type LinkFlow, openLink, openPage, sendButton, signIn } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'

async function boxOf(button: Locator) {
  const box = await button.boundingBox()
  if (box === null) throw new Error('the button is not there')
  return box
}

const reviewButton = (flow: LinkFlow) => flow.getByRole('button', { name: texts.amount.review })

async function typeAmount(flow: LinkFlow, amount: string) {
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await flow.getByRole('textbox', { name: /^Amount in/ }).fill(amount)
  await expect(reviewButton(flow)).toBeVisible()
}

/** How often the page ordered to send. */
function countOrders(page: Page) {
  const orders: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/link/execute')) orders.push(request.url())
  })
  return orders
}

test('a double click on Review sends nothing, and Send becomes active after a second', async ({ page, app }) => {
  await page.clock.install()
  const orders = countOrders(page)
  const flow = await openLink(page, app.shopUrl)
  await typeAmount(flow, '21.5')
  const review = await boxOf(reviewButton(flow))
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const at of [0.1, 0.5, 0.9]) {
    const [x, y] = [review.x + review.width / 2, review.y + review.height * at] as const
    await page.mouse.click(x, y)
    await expect(sendButton(flow)).toBeVisible()
    await page.mouse.click(x, y)
    await flow.getByRole('button', { name: texts.header.back }).click()
    await expect(reviewButton(flow)).toBeVisible()
  }
  await reviewButton(flow).click()
  await expect(sendButton(flow)).toHaveAttribute('aria-disabled', 'true')
  const send = await boxOf(sendButton(flow))
  const [x, y] = [send.x + send.width / 2, send.y + send.height / 2] as const
  await page.mouse.click(x, y)
  await expect(flow.getByText(texts.review.early)).toBeAttached()
  await sendButton(flow).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.clock.runFor(999)
  await page.mouse.click(x, y)
  await expect(sendButton(flow)).toBeFocused()
  await page.clock.runFor(1)
  await expect(flow.getByText(texts.review.active)).toBeAttached()
  await expect(sendButton(flow)).toHaveAttribute('aria-disabled', 'false')
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(sendButton(flow)).toBeFocused()
  expect(orders).toEqual([])
  await page.mouse.click(x, y)
  await expect.poll(() => orders.length).toBe(1)
})

const sizes = [
  { width: 1280, height: 720 },
  { width: 412, height: 839 },
  { width: 375, height: 600 },
  { width: 320, height: 480 },
]
for (const size of sizes) {
  test(`Review and Send lie nowhere on each other at ${size.width} by ${size.height}`, {
    tag: '@proof',
  }, async ({ page, app }) => {
    await page.setViewportSize(size)
    for (const open of [() => openLink(page, app.shopUrl), async () => openPage(page, await createLink(app))]) {
      const flow = await open()
      await typeAmount(flow, '21.5')
      const review = await boxOf(reviewButton(flow))
      await reviewButton(flow).click()
      await expect(sendButton(flow)).toBeVisible()
      // Where the arrival animation has ended.
      await expect
        .poll(async () => (await boxOf(sendButton(flow))).y + (await boxOf(sendButton(flow))).height)
        .toBeLessThan(review.y)
    }
  })
}
