import { texts } from '../../components/texts/en.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import { callback, enterCode, heading, openLink, reviewTransfer, sendButton, signIn } from '../support/link-flow.ts'
import { shopBalance } from '../support/shop.ts'

const usdc = tokens['USDC on Base']

test('a code at sign-in: a wrong one says so and can be corrected, the right one goes on', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_mfa')
  await expect(heading(flow, texts.enterCode.title)).toBeVisible()
  await enterCode(flow, '000000')
  await expect(flow.getByText(/didn’t work/)).toBeVisible()
  await enterCode(flow, '111111')
  await expect(flow.getByText(/expired/)).toBeVisible()
})

test('the right code at sign-in leads to the assets', { tag: ['@phone', '@proof'] }, async ({ page, app }) => {
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_mfa')
  await enterCode(flow, '123456')
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  const connected = await callback(page, 'brokerConnected')
  expect(JSON.stringify(connected)).not.toContain('123456')
})

test('a code at execute: a wrong one sends nothing, the right one sends once', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_mfa_transfer', '7')
  await sendButton(flow).click()
  await expect(heading(flow, texts.enterCode.title)).toBeVisible()
  await enterCode(flow, '000000')
  await expect(flow.getByText(/not correct|didn’t work/)).toBeVisible()
  expect(await shopBalance(app, usdc)).toBe(before)
  await enterCode(flow, '123456')
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 7_000_000n)
})

test('a wrong password is reported beside the form, and the right one works', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_good', 'not the password')
  await expect(flow.getByText(/did not accept/)).toBeVisible()
  await flow.getByLabel('Password', { exact: true }).fill('pass_good')
  await flow.getByRole('button', { name: texts.signIn.cta, exact: true }).click()
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
})
