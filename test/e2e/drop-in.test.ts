import type { Route } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { tokens, toUnits } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import {
  callback,
  callbackNames,
  chooseAsset,
  enterAmount,
  heading,
  linkFlow,
  openLink,
  reviewTransfer,
  scrollToSend,
  sendButton,
  signIn,
} from '../support/link-flow.ts'
import { shopAddress, shopBalance, transferOnChain } from '../support/shop.ts'

const usdc = tokens['USDC on Base']

test('funds added in the shop arrive on the chain, the callback names that transaction, and no address carries a secret', {
  tag: '@phone',
}, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const flow = await openLink(page, app.shopUrl)
  await reviewTransfer(flow, 'user_good', '12.345678')
  // The code is spent and gone from the address, so that it cannot leak by a referrer or the history.
  expect(page.frames()[1]?.url()).not.toContain('auth_code')
  await expect(flow.getByText('12.385678 USDC')).toBeVisible() // leaves the account: the fee is on top
  const icon = flow.locator('.route img')
  await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await sendButton(flow).click()
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()

  const finished = (await callback(page, 'transferFinished')) as { payload: Record<string, string> }
  expect(finished).toMatchObject({
    type: 'transferFinished',
    payload: { status: 'success', amount: 12.345678, amountText: '12.345678', symbol: 'USDC', toAddress: shopAddress },
  })
  const onChain = await transferOnChain(app, usdc, finished.payload.txId ?? '')
  expect(onChain).toMatchObject({ succeeded: true, units: 12_345_678n, to: shopAddress.toLowerCase() })
  expect(onChain?.contract.toLowerCase()).toBe(usdc.contract.toLowerCase())
  expect(await shopBalance(app, usdc)).toBe(before + 12_345_678n)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await flow.getByRole('button', { name: texts.receipt.copy }).click()
  await expect(flow.getByRole('button', { name: texts.common.copied })).toBeVisible()
  const receipt = await page.evaluate(() => navigator.clipboard.readText())
  expect(receipt).toContain(finished.payload.txId)
  expect(receipt).toContain(shopAddress)
  expect(receipt).toContain('12.345678 USDC')

  await flow.getByRole('button', { name: texts.common.done }).click()
  await callback(page, 'exit')
  const names = (await callbackNames(page)).filter((name) => name !== 'linkEvent')
  expect(names).toEqual(['brokerConnected', 'transferFinished', 'exit'])
  await expect(page.getByRole('list', { name: 'Balance by asset' })).toContainText('+12.345678')
  expect(urls.filter((url) => url.includes('pass_good'))).toEqual([])
})

test('a returning customer starts with the assets of the last account, and closing returns the focus to the opener', async ({
  page,
  app,
}) => {
  const first = await openLink(page, app.shopUrl)
  await signIn(first, 'user_good')
  await expect(heading(first, texts.chooseAsset.title)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Continues with Sandbox Exchange.')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Add funds' })
  // While the link is created, the button keeps the focus, and a second press opens nothing.
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/link') && requests.push(request.url()))
  await opener.focus()
  await opener.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  const flow = linkFlow(page)
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  expect(requests).toHaveLength(1)
  await flow
    .getByRole('button', { name: /^USD Coin/ })
    .first()
    .click()
  await enterAmount(flow, '12.5')
  await expect(sendButton(flow)).toBeVisible()
  await page.evaluate(() => document.querySelector('transfer-link')?.closePopup())
  await expect(opener).toBeFocused()
})

test('a site that its user asks for a new link opens one', async ({ page, app }) => {
  await page.goto(app.shopUrl)
  const element = page.locator('transfer-link')
  await element.evaluate((target) => {
    target.dispatchEvent(new CustomEvent('linkEvent', { detail: { type: 'newLinkRequested' } }))
  })
  await expect(heading(linkFlow(page), texts.chooseAccount.title)).toBeVisible()
})

test('an amount of 26 digits arrives to the last one', { tag: '@proof' }, async ({ page, app }) => {
  const token = tokens['TEST on Ethereum']
  const before = await shopBalance(app, token)
  const flow = await openLink(page, app.shopUrl)
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /Test Token/)
  await enterAmount(flow, '1234567.890123456789012345')
  await scrollToSend(page, sendButton(flow))
  await sendButton(flow).click()
  const { payload } = (await callback(page, 'transferFinished')) as { payload: Record<string, string> }
  expect(payload.amountText).toBe('1234567.890123456789012345')
  expect(await shopBalance(app, token)).toBe(before + toUnits('1234567.890123456789012345', 18))
})

test('a link opens once: the second time it shows that, and the shop receives the reason', async ({
  page,
  app,
  request,
}) => {
  const response = await request.post(`${app.shopUrl}link`, {
    data: { userId: '6b1f0a52-8d7e-4a0c-9f6b-0d9a4f1c2b3d' },
    headers: { Origin: app.shopUrl.slice(0, -1) },
  })
  const { iFrameUrl } = (await response.json()) as { iFrameUrl: string }
  await page.goto(app.shopUrl)
  const open = () =>
    page.evaluate((url) => {
      const element = document.querySelector('transfer-link') as HTMLElement & { openPopup(url: string): void }
      element.openPopup(url)
    }, iFrameUrl)
  // The server renders the first screen, so the screen may be visible before the link is redeemed.
  const redeemed = page.waitForResponse(/\/api\/v1\/link\/session$/)
  await open()
  await redeemed
  await expect(heading(linkFlow(page), texts.chooseAccount.title)).toBeVisible()
  await open()
  await expect(heading(linkFlow(page), texts.linkEnded.expiredTitle)).toBeVisible()
  await linkFlow(page).getByRole('button', { name: texts.common.close }).last().click()
  await expect.poll(async () => JSON.stringify(await callback(page, 'exit'))).toMatch(/expired|already used/)
  // From the screen about it, the user gets a new link in the same window.
  await open()
  await expect(heading(linkFlow(page), texts.linkEnded.expiredTitle)).toBeVisible()
  await linkFlow(page).getByRole('button', { name: texts.linkEnded.newLink }).click()
  await expect(heading(linkFlow(page), texts.chooseAccount.title)).toBeVisible()
})

test('a window that is slow to open and is tried again goes on with the link that it had opened', {
  tag: '@proof',
}, async ({ page, app }) => {
  const { promise: isSpent, resolve: spend } = Promise.withResolvers<void>()
  const swallow = async (route: Route) => {
    await route.fetch()
    spend()
  }
  await page.route('**/api/v1/link/session', swallow, { times: 1 })
  await page.goto(app.shopUrl)
  const shell = page.locator('transfer-link')
  const bePatient = (patienceMs: number) =>
    shell.evaluate((element, ms) => Object.assign(element, { patienceMs: ms }) && undefined, patienceMs)
  await bePatient(1000)
  await page.getByRole('button', { name: 'Add funds' }).click()
  // The code is spent, and the response is lost.
  await isSpent
  await bePatient(30_000)
  await shell.getByRole('button', { name: 'Try again' }).click()
  await signIn(linkFlow(page), 'user_good')
  await expect(heading(linkFlow(page), texts.chooseAsset.title)).toBeVisible()
})
