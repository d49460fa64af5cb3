// Every way into the flow and out of it. clicks.test.ts counts the clicks.
import { randomUUID } from 'node:crypto'
import { texts } from '../../components/texts/en.ts'
import { expect, test } from '../support/e2e.ts'
import {
  callback,
  callbackNames,
  chooseAsset,
  enterAmount,
  enterCode,
  heading,
  openInShop,
  openPage,
  sendButton,
  signIn,
} from '../support/link-flow.ts'
import { accessTokenOf, createConnectLink, createLink } from '../support/links.ts'
import { shopAddress } from '../support/shop.ts'

const onBase = { NetworkId: 'aa883b03-120d-477c-a588-37c2afd3ca71', Symbol: 'USDC', Address: shopAddress }

test('of the accounts connected before, the first is the origin', {
  tag: '@proof',
}, async ({ page, app }) => {
  const userId = randomUUID()
  const held = [await accessTokenOf(app, 'user_good', userId), await accessTokenOf(app, 'user_ineligible', userId)]
  const flow = await openInShop(page, app.shopUrl, await createLink(app, {}, userId), held)
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '12')
  await sendButton(flow).click()
  await callback(page, 'transferFinished')
})

test('an amount, an asset and a network that the app has fixed are reviewed at once', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const userId = randomUUID()
  const link = await createLink(app, { ToAddresses: [onBase], Symbol: 'USDC', Amount: 13 }, userId)
  const flow = await openInShop(page, app.shopUrl, link, [await accessTokenOf(app, 'user_good', userId)])
  await expect(sendButton(flow)).toHaveText('Send 13 USDC')
  await sendButton(flow).click()
  const finished = await callback(page, 'transferFinished')
  expect(finished).toMatchObject({ payload: { status: 'success', amountText: '13' } })
})

test('the full page ends at the callback address, with the transfer and its status and no token', {
  tag: '@proof',
}, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '14')
  await sendButton(flow).click()
  const back = page.waitForRequest((request) => request.url().startsWith(`${app.shopUrl}?`), { timeout: 30_000 })
  await flow.getByRole('button', { name: texts.common.done }).click()
  const { searchParams } = new URL((await back).url())
  expect([...searchParams.keys()].sort()).toEqual(['status', 'transferId'])
  expect(searchParams.get('status')).toBe('Succeeded')
  expect(searchParams.get('transferId')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a link that only connects ends at the connected account, and requires no further step', async ({ page, app }) => {
  const flow = await openInShop(page, app.shopUrl, await createConnectLink(app))
  await expect(heading(flow, texts.chooseAccount.connectTitle)).toBeVisible()
  await signIn(flow, 'user_good')
  await expect(heading(flow, texts.accountConnected.title)).toBeVisible()
  await flow.getByRole('button', { name: texts.common.done }).click()
  await callback(page, 'exit')
  expect((await callbackNames(page)).filter((name) => name !== 'linkEvent')).toEqual(['brokerConnected', 'exit'])
})

test('a token of an integration without transfers shows that there are no eligible assets', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const userId = randomUUID()
  const broker = await accessTokenOf(app, 'user_good', userId, 'sandboxBroker')
  const flow = await openInShop(page, app.shopUrl, await createLink(app, {}, userId), [broker])
  await expect(heading(flow, texts.noEligible.cannotSendTitle)).toBeVisible()
  await flow.getByRole('button', { name: texts.common.anotherAccount }).click()
  await expect(heading(flow, texts.chooseAccount.title)).toBeVisible()
})

test('a link made with FromAuthToken starts at the choice of the asset, with a wallet at connecting it again', {
  tag: '@proof',
}, async ({ page, app }) => {
  const userId = randomUUID()
  const { accessToken } = await accessTokenOf(app, 'user_good', userId)
  const link = await createLink(app, { FromAuthToken: accessToken, FromType: 'sandbox' }, userId)
  const flow = await openPage(page, link)
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  await openPage(page, await createLink(app, { FromType: 'DeFiWallet' }))
  await expect(flow.getByText(texts.wallets.again)).toBeVisible()
})

test('a link made with FromType begins at that sign-in, and the list is one step back', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await openPage(page, await createLink(app, { FromType: 'sandbox' }))
  await expect(heading(flow, texts.signIn.title('Sandbox Exchange'))).toBeVisible()
  await flow.getByRole('button', { name: texts.header.back }).click()
  await expect(heading(flow, texts.chooseAccount.title)).toBeVisible()
})

test('back and a reload restore what was typed', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '15.5')
  await expect(sendButton(flow)).toBeVisible()
  await flow.getByRole('button', { name: texts.header.back }).click()
  await expect(flow.getByRole('textbox', { name: /^Amount in/ })).toHaveValue('15.5')
  await flow.getByRole('button', { name: texts.header.back }).click()
  await chooseAsset(flow, /USD Coin/)
  await expect(flow.getByRole('textbox', { name: /^Amount in/ })).toHaveValue('15.5')
  await page.reload()
  await expect(flow.getByRole('textbox', { name: /^Amount in/ })).toHaveValue('15.5')
})

test('a page that is reloaded before its response arrives opens its link all the same, and the site gets its tokens', {
  tag: '@proof',
}, async ({ page, app }) => {
  /** The server responds, and the response is lost. */
  const loseResponse = async (path: string) => {
    const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
    await page.route(`**/link/${path}`, (route) => route.fetch().then(() => lose()), { times: 1 })
    return isLost
  }
  const reload = () =>
    page
      .frames()
      .at(-1)
      ?.evaluate(() => location.reload())
  const opening = loseResponse('session')
  const flow = await openInShop(page, app.shopUrl, await createLink(app))
  await opening
  await reload()
  await expect(flow.getByRole('button', { name: /^Sandbox Exchange/ })).toBeVisible()
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/\?link=[^&]*&brand=[^&]*$/)
  const connecting = loseResponse('connect')
  await signIn(flow, 'user_good')
  await connecting
  await reload()
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  expect(await callback(page, 'brokerConnected')).toHaveProperty('auth_token')
})

test('a reload at the code of a sign-in goes on there, and one while the transfer is under way follows it', {
  tag: '@proof',
}, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_mfa')
  await expect(heading(flow, texts.enterCode.title)).toBeVisible()
  await page.reload()
  await enterCode(flow, '123456')
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '25.03') // the exchange holds it until it is released
  await sendButton(flow).click()
  await expect(heading(flow, texts.track.title)).toBeVisible()
  await page.reload()
  await expect(heading(flow, texts.track.title)).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/pass_good|123456|25\.03/)
})

test('an amount above the maximum is reported as such, fixed by one press, and sent to the site where it ends the attempt', {
  tag: '@proof',
}, async ({ page, app }) => {
  const userId = randomUUID()
  const token = await accessTokenOf(app, 'user_good', userId)
  const flow = await openInShop(page, app.shopUrl, await createLink(app, {}, userId), [token])
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '30000')
  await expect(flow.getByRole('alert').filter({ hasText: /above the maximum of/ })).toBeVisible()
  await flow.getByRole('button', { name: texts.amount.useMaximum }).click()
  await expect(flow.getByText(/above the maximum of/)).toBeHidden()
  await enterAmount(flow, '30000')
  await flow.getByRole('button', { name: texts.header.close }).click()
  await flow.getByRole('button', { name: texts.leave.leave }).click()
  const finished = await callback(page, 'transferFinished')
  expect(finished).toMatchObject({ payload: { status: 'error', errorMessage: /above the maximum/ } })
})
