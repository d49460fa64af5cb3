import { randomUUID } from 'node:crypto'
import { texts } from '../../components/texts/en.ts'
import { releaseWithdrawal, setFaults, withdrawals } from '../support/app.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import {
  callback,
  callbackNames,
  chooseAsset,
  enterAmount,
  heading,
  openInShop,
  openLink,
  openPage,
  reviewTransfer,
  sendButton,
  signIn,
} from '../support/link-flow.ts'
import { accessTokenOf, createLink } from '../support/links.ts'
import { shopBalance } from '../support/shop.ts'

const usdc = tokens['USDC on Base']

test('an expired price is renewed by itself, and the transfer goes through at the new one', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  const previews: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/v1/link/preview')) previews.push(response.url())
  })
  await page.clock.install()
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '20.04') // the exchange holds its price for 5 s only
  expect(previews).toHaveLength(1)
  await page.clock.fastForward('00:06')
  await expect.poll(() => previews.length, { timeout: 20_000 }).toBeGreaterThan(1)
  await sendButton(flow).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 20_040_000n)
})

test('a refused transfer says why and that the funds are still in the account', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '20.01')
  await sendButton(flow).click()
  await expect(heading(flow, texts.failed.title)).toBeVisible()
  await expect(flow.getByText(texts.failed.notSent('Sandbox Exchange')).first()).toBeVisible()
  const finished = await callback(page, 'transferFinished')
  expect(finished).toMatchObject({ payload: { status: 'error' } })
  expect(await shopBalance(app, usdc)).toBe(before)
})

test('a transfer that fails after it was accepted says so, even when the screen for it is lost on its way', {
  tag: '@proof',
}, async ({ page, app }) => {
  // The page is loaded anew for it, and finds its transfer ended.
  await page.route(/transfer-failed-/, (route) => route.abort(), { times: 1 })
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '20.05')
  await sendButton(flow).click()
  const finished = await callback(page, 'transferFinished')
  expect(finished).toMatchObject({ payload: { status: 'error' } })
  await expect(heading(flow, texts.failed.title)).toBeVisible()
  expect((await callbackNames(page)).filter((name) => name === 'transferFinished')).toHaveLength(1)
  expect(await shopBalance(app, usdc)).toBe(before)
})

test('an account without an accepted asset shows that, and its holdings', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_ineligible')
  await expect(heading(flow, texts.noEligible.title)).toBeVisible()
  await expect(flow.getByText(/XMR|Monero/).first()).toBeVisible()
  await expect(flow.getByRole('button', { name: texts.common.anotherAccount })).toBeVisible()
})

test('the exchange down in mid-flow: nothing was sent, and the same step works once it is back', {
  tag: '@proof',
}, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await app.exchange.kill()
  await enterAmount(flow, '30')
  await expect(flow.getByText(/nothing was (executed|sent)/i).first()).toBeVisible()
  await app.exchange.start()
  const retry = flow.getByRole('button', { name: texts.common.retry })
  // After further failed requests, the server checks the health of the exchange before it sends more.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 3000 })
    await expect(sendButton(flow)).toBeVisible({ timeout: 3000 })
  }).toPass()
  await sendButton(flow).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 30_000_000n)
})

test('a lost response: the user sees to wait and not to send again, and the money arrives once', async ({
  page,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '40.07')
  // Until the fault is gone, the server cannot find out what became of the withdrawal either.
  await setFaults(app.exchangeUrl, { error500Before: { on: true, scope: 'list' } })
  await sendButton(flow).click()
  await expect(heading(flow, texts.waiting.title)).toBeVisible()
  await expect(flow.getByText(texts.waiting.alert)).toBeVisible()
  await setFaults(app.exchangeUrl, {})
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 40_070_000n)
  expect(await sentTimes(app.exchangeUrl, '40.07')).toBe(1)
})

test('the server killed after sending: the shop shows a message, and the transfer, sent once, is followed to its end', async ({
  page,
  context,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '50.03') // the exchange holds it until it is released
  await sendButton(flow).click()
  await expect(heading(flow, texts.track.title)).toBeVisible()
  const shop = await context.newPage()
  await shop.goto(app.shopUrl)
  await app.server.kill()
  await shop.getByRole('button', { name: 'Add funds' }).click()
  await expect(shop.getByRole('alert')).toContainText('Transfer Link does not respond')
  await shop.close()
  await app.server.start()
  const held = (await withdrawals(app.exchangeUrl)).find(({ amount }) => amount === '50.03')
  await releaseWithdrawal(app.exchangeUrl, held?.id ?? '')
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 50_030_000n)
  expect(await sentTimes(app.exchangeUrl, '50.03')).toBe(1)
})

test('a code required by the amount, five times wrong: nothing is sent, and the attempt starts anew', {
  tag: '@proof',
}, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openPage(page, await createLink(app))
  await reviewTransfer(flow, 'user_good', '21.02')
  await sendButton(flow).click()
  const field = flow.getByRole('textbox', { name: /code/i })
  for (const left of [4, 3, 2, 1]) {
    await field.fill('000000')
    await flow.getByRole('button', { name: texts.common.continue, exact: true }).click()
    await expect(flow.getByText(texts.enterCode.attemptsLeft(left))).toBeVisible()
  }
  await field.fill('000000')
  await flow.getByRole('button', { name: texts.common.continue, exact: true }).click()
  await expect(flow.getByText(/Too many incorrect codes. Nothing was sent/)).toBeVisible()
  await expect(heading(flow, texts.amount.title)).toBeVisible()
  expect(await shopBalance(app, usdc)).toBe(before)
})

test('a fee that changed is shown old beside new, and wants a fresh click', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  await page.clock.install()
  const flow = await openPage(page, await createLink(app))
  await reviewTransfer(flow, 'user_good', '22.06') // the exchange's next quote costs more
  await page.clock.fastForward('05:01')
  await expect(flow.getByRole('alert').filter({ hasText: /The fee changed from .* to / })).toBeVisible()
  expect(await shopBalance(app, usdc)).toBe(before)
  await sendButton(flow).click()
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  expect(await shopBalance(app, usdc)).toBe(before + 22_060_000n)
})

test('a lost connection in mid-flow is shown, and the flow continues by itself when it is back', {
  tag: '@proof',
}, async ({ page, context, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await context.setOffline(true)
  await enterAmount(flow, '23')
  await expect(flow.getByText(texts.common.offline).first()).toBeVisible()
  await context.setOffline(false)
  await expect(sendButton(flow)).toBeVisible()
  await expect(flow.getByText(texts.common.offline)).toHaveCount(0)
})

test('closed while it is pending: nothing is lost, and the next link offers that transfer first', {
  tag: '@proof',
}, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const userId = randomUUID()
  const flow = await openInShop(page, app.shopUrl, await createLink(app, {}, userId))
  await reviewTransfer(flow, 'user_good', '24.03') // the exchange holds it until it is released
  await sendButton(flow).click()
  await expect(heading(flow, texts.track.title)).toBeVisible()
  await flow.getByRole('button', { name: texts.common.close }).last().click()
  const left = (await callback(page, 'exit')) as { summary: { transfer: { status: string; transferId: string } } }
  expect(left.summary.transfer.status).toBe('pending')

  await openInShop(page, app.shopUrl, await createLink(app, {}, userId))
  await expect(heading(flow, texts.pending.title)).toBeVisible()
  await flow.getByRole('button', { name: texts.pending.open }).click()
  await expect(heading(flow, texts.track.title)).toBeVisible()
  const held = (await withdrawals(app.exchangeUrl)).find(({ amount }) => amount === '24.03')
  await releaseWithdrawal(app.exchangeUrl, held?.id ?? '')
  const finished = await callback(page, 'transferFinished')
  expect(finished).toMatchObject({ payload: { status: 'success', transferId: left.summary.transfer.transferId } })
  expect(await shopBalance(app, usdc)).toBe(before + 24_030_000n)
})

test('the browser’s Back is a step back, and a reload while it sends finds the transfer', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  const amount = flow.getByRole('textbox', { name: /^Amount in/ })
  await amount.fill('27 USDC')
  await page.goBack()
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  await page.goBack()
  await expect(heading(flow, texts.chooseAccount.title)).toBeVisible()
  // The account is still there to go on with, and so is what was typed.
  await flow.getByRole('button', { name: /Continue$/ }).click()
  await chooseAsset(flow, /USD Coin/)
  await expect(amount).toHaveValue('27')
  await flow.getByRole('button', { name: texts.amount.review }).click()

  // The order arrives after the page has requested its outcome.
  const { promise: hasArrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/link/execute', () => arrive(), { times: 1 })
  await sendButton(flow).click()
  await hasArrived
  await page.reload()
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  expect(await shopBalance(app, usdc)).toBe(before + 27_000_000n)
})

test('a link that is open in one tab does not open in another, and the first goes on', { tag: '@proof' }, async ({
  page,
  context,
  app,
}) => {
  const link = await createLink(app)
  const flow = await openPage(page, link)
  await signIn(flow, 'user_good')
  const other = await context.newPage()
  await openPage(other, link)
  await expect(other.getByRole('heading', { name: texts.linkEnded.expiredTitle })).toBeVisible()
  await expect(other.getByText(texts.header.title('Northwind'))).toBeVisible()
  await other.close()
  await chooseAsset(flow, /USD Coin/)
  await expect(heading(flow, texts.amount.title)).toBeVisible()
})

test('an ended session shows that, and the outcome of the transfer', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await page.route('**/api/v1/link/preview', (route) =>
    route.fulfill({
      status: 401,
      json: {
        content: null,
        status: 'permissionDenied',
        message: 'This session has ended.',
        errorType: 'sessionEnded',
      },
    }),
  )
  await enterAmount(flow, '25')
  await expect(heading(flow, texts.linkEnded.sessionTitle)).toBeVisible()
  await expect(flow.getByText(/Nothing more was sent/)).toBeVisible()
})

test('an expired token leads to sign-in, which says why', { tag: '@proof' }, async ({ page, app }) => {
  const token = await accessTokenOf(app, 'user_good', randomUUID())
  const flow = await openInShop(page, app.shopUrl, await createLink(app), [
    { ...token, accessToken: 'at-sandbox-gone' },
  ])
  await expect(heading(flow, texts.signIn.title('Sandbox Exchange'))).toBeVisible()
  await expect(flow.getByRole('alert')).toContainText('You’ve been signed out')
})

test('a destination that the risk check refuses is reported with the reason, not as a fault of the amount', {
  tag: '@proof',
}, async ({ page, app }) => {
  // No link is made for such an address. The operator's list may refuse one later.
  const message = 'This transfer was stopped by the risk check: the address has no known key.'
  const errorData = { rule: 'burnAddress', reason: 'the address has no known key' }
  const refusal = { content: null, status: 'badRequest', errorType: 'riskBlocked', message, errorData }
  await page.route('**/api/v1/link/preview', (route) => route.fulfill({ status: 422, json: refusal }))
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '26')
  await expect(flow.getByText(/stopped this transfer|stopped by the risk check/).first()).toBeVisible()
  await expect(flow.getByRole('textbox', { name: /^Amount in/ })).toHaveCount(0)
  await flow.getByRole('button', { name: texts.header.back }).click()
  await expect(flow.getByRole('textbox', { name: /^Amount in/ })).toHaveValue('26')
})

async function sentTimes(exchangeUrl: string, amount: string): Promise<number> {
  return (await withdrawals(exchangeUrl)).filter((withdrawal) => withdrawal.amount === amount).length
}
