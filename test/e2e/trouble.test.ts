import { releaseWithdrawal, withdrawals } from '../support/app.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import {
  callback,
  chooseAsset,
  enterAmount,
  heading,
  openLink,
  reviewTransfer,
  sendButton,
  signIn,
} from '../support/link-flow.ts'
import { shopBalance } from '../support/shop.ts'

const usdc = tokens['USDC on Base']

test('an expired price is asked for again, and what is sent is what was shown last', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '20.04')
  // The exchange holds this price for 5 s. The page asks again by itself, or offers to.
  await expect(flow.getByText(/updated|new price|get a new/i)).toBeVisible({ timeout: 15_000 })
  const renew = flow.getByRole('button', { name: /new price|update/i })
  if (await renew.isVisible()) await renew.click()
  await sendButton(flow).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 20_040_000n)
})

test('a refused transfer says why and that the funds are still in the account', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '20.01')
  await sendButton(flow).click()
  await expect(flow.getByText(/still in (the|your) account/)).toBeVisible()
  const finished = await callback(page, 'transferFinished')
  expect(finished).toMatchObject({ payload: { status: 'error' } })
  expect(await shopBalance(app, usdc)).toBe(before)
})

test('an account with nothing the shop takes says so, with a reason for each asset', async ({ page, app }) => {
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_ineligible')
  await expect(heading(flow, /no eligible assets|nothing .* can/i)).toBeVisible()
  await expect(flow.getByText('XMR').first()).toBeVisible()
  await expect(flow.getByRole('button', { name: /another account/i })).toBeVisible()
})

test('the exchange down in mid-flow: nothing was sent, and the same step works once it is back', async ({
  page,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await app.exchange.kill()
  await enterAmount(flow, '30')
  await expect(flow.getByText(/nothing was (executed|sent)/i).first()).toBeVisible({ timeout: 20_000 })
  await app.exchange.start()
  await flow.getByRole('button', { name: /try again/i }).click()
  await sendButton(flow).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 30_000_000n)
})

test('an answer that is lost: the user is told to wait, and the money arrives once', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '40.07')
  await sendButton(flow).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 40_070_000n)
  expect((await withdrawals(app.exchangeUrl)).filter(({ amount }) => amount === '40.07')).toHaveLength(1)
})

test('the server killed after sending: the transfer is followed to its end, and sent once', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '50.03') // the exchange holds it until it is released
  await sendButton(flow).click()
  await expect(heading(flow, /on its way|checking/i)).toBeVisible()
  await app.server.kill()
  await app.server.start()
  const held = (await withdrawals(app.exchangeUrl)).filter(({ amount }) => amount === '50.03')
  expect(held).toHaveLength(1)
  await releaseWithdrawal(app.exchangeUrl, held[0]?.id ?? '')
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 50_030_000n)
  expect((await withdrawals(app.exchangeUrl)).filter(({ amount }) => amount === '50.03')).toHaveLength(1)
})

test('without the service the shop says so in a sentence', async ({ page, app }) => {
  await page.goto(app.shopUrl)
  await app.server.kill()
  await page.getByRole('button', { name: 'Add funds' }).click()
  await expect(page.getByRole('alert')).toContainText('Transfer Link does not answer')
})
