// Every login of the sandbox, up to the screen that it is there for.
import { texts } from '../../components/texts/en.ts'
import { approve, settleLogin } from '../support/app.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import {
  callback,
  callbackNames,
  chooseAsset,
  enterAmount,
  heading,
  openInShop,
  openPage,
  reviewTransfer,
  sendButton,
  signIn,
} from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'
import { shopBalance } from '../support/shop.ts'

const usdc = tokens['USDC on Base']
const exchange = 'Sandbox Exchange'

test('user_accounts chooses one of three, with the arrow keys as well', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_accounts')
  await expect(heading(flow, texts.pickAccount.title)).toBeVisible()
  await flow.getByRole('button', { name: /^Trading \$[\d,]+\.\d\d$/ }).click()
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
})

test('the site is told of an account once the user chose one, with its tokens', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await openInShop(page, app.shopUrl, await createLink(app))
  await signIn(flow, 'user_accounts')
  await expect(heading(flow, texts.pickAccount.title)).toBeVisible()
  expect(await callbackNames(page)).not.toContain('brokerConnected')
  await flow.getByRole('button', { name: /^Trading/ }).click()
  expect(await callback(page, 'brokerConnected')).toMatchObject({
    accessToken: { accountTokens: [{ account: { accountName: 'Trading' } }, {}, {}] },
  })
})

test('user_empty, user_dust and user_hold see why nothing can be sent', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  const { title, dustTitle, holdTitle } = texts.noEligible
  for (const [login, named, reason] of [
    ['user_empty', title, /holds no assets/],
    ['user_dust', dustTitle, /Every balance .* is below the minimum/],
    ['user_hold', holdTitle, /put all withdrawals from this account on hold until/],
  ] as const) {
    await signIn(flow, login)
    await expect(heading(flow, named)).toBeVisible()
    await expect(flow.getByText(reason).first()).toBeVisible()
    await flow.getByRole('button', { name: texts.common.anotherAccount }).click()
  }
})

test('user_locked and user_down get the reason beside the form', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_locked')
  await expect(flow.getByText(/has locked this account/)).toBeVisible()
  await flow.getByLabel('User name').fill('user_down')
  await flow.getByRole('button', { name: texts.common.retry, exact: true }).click()
  await expect(flow.getByText(/didn’t respond|not available|took too long/).first()).toBeVisible()
})

test('user_readonly sees balances, cannot send, and gets instructions', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_readonly')
  await expect(heading(flow, texts.noEligible.cannotSendTitle)).toBeVisible()
  await expect(flow.getByText(/can read, but not send/)).toBeVisible()
})

test('user_kyc finishes the verification at the exchange, and goes on', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_kyc')
  await expect(heading(flow, texts.problem.verifyTitle)).toBeVisible()
  await expect(flow.getByRole('link', { name: /^Open/ })).toHaveAttribute('href', /\/verification/)
  await settleLogin(app.exchangeUrl, 'user_kyc', 'verify')
  await flow.getByRole('button', { name: texts.confirmElsewhere.cta }).click()
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  await settleLogin(app.exchangeUrl, 'user_kyc', 'reset')
})

for (const [login, title] of [
  ['user_email_login', texts.confirmElsewhere.titles.emailConfirmationRequired],
  ['user_device_login', texts.confirmElsewhere.titles.deviceConfirmationRequired],
] as const) {
  test(`${login} confirms elsewhere, and the page continues by itself; a rejection leads back to the form`, {
    tag: '@proof',
  }, async ({ page, app }) => {
    const flow = await openPage(page, await createLink(app))
    await signIn(flow, login)
    await expect(heading(flow, title)).toBeVisible()
    await approve(app.exchangeUrl, login, 'declined')
    await expect(flow.getByText(/You declined/)).toBeVisible()
    await flow.getByLabel('Password', { exact: true }).fill('pass_good')
    await flow.getByRole('button', { name: texts.signIn.cta, exact: true }).click()
    await expect(heading(flow, title)).toBeVisible()
    await approve(app.exchangeUrl, login)
    await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  })
}

for (const [login, title, what] of [
  ['user_email_confirm', texts.confirmElsewhere.titles.emailConfirmationRequired, null],
  ['user_device', texts.confirmElsewhere.titles.deviceConfirmationRequired, null],
  ['user_whitelist', texts.confirmElsewhere.titles.addressWhitelistRequired, 'save-addresses'],
] as const) {
  test(`${login} has to confirm before anything is sent, sees when that is still missing, and it is sent once`, {
    tag: login === 'user_whitelist' ? [] : '@proof',
  }, async ({ page, app }) => {
    const before = await shopBalance(app, usdc)
    const flow = await openInShop(page, app.shopUrl, await createLink(app))
    await reviewTransfer(flow, login, '16')
    await sendButton(flow).click()
    await expect(heading(flow, title)).toBeVisible()
    await expect(flow.getByText(texts.confirmElsewhere.nothingYet)).toBeVisible()
    await flow.getByRole('button', { name: texts.confirmElsewhere.cta }).click()
    await expect(flow.getByText(texts.confirmElsewhere.notYet(exchange))).toBeVisible()
    expect(await shopBalance(app, usdc)).toBe(before)
    if (what === null) await approve(app.exchangeUrl, login)
    else await settleLogin(app.exchangeUrl, login, what)
    await callback(page, 'transferFinished')
    expect(await shopBalance(app, usdc)).toBe(before + 16_000_000n)
    await settleLogin(app.exchangeUrl, login, 'reset')
  })
}

test('user_travel_rule enters the recipient field by field, and it is sent', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  const flow = await openInShop(page, app.shopUrl, await createLink(app))
  await reviewTransfer(flow, 'user_travel_rule', '17')
  await sendButton(flow).click()
  await expect(heading(flow, texts.extra.title)).toBeVisible()
  const { labels } = texts.extra
  await flow.getByRole('button', { name: texts.common.continue }).click()
  await expect(flow.getByLabel(labels.recipientFullName)).toBeFocused()
  await flow.getByLabel(labels.recipientFullName).fill('Ada Lovelace')
  await flow.getByLabel(labels.recipientRelation).selectOption('self')
  await flow.getByLabel(labels.recipientCountry).selectOption('GB')
  await flow.getByLabel(labels.recipientConfirmed).check()
  await flow.getByRole('button', { name: texts.common.continue }).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 17_000_000n)
})

test('user_no_refresh transfers like any other, and the site gets no refresh token', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await openInShop(page, app.shopUrl, await createLink(app))
  await signIn(flow, 'user_no_refresh')
  await chooseAsset(flow, /USD Coin/)
  const connected = await callback(page, 'brokerConnected')
  expect(Object.keys(connected)).not.toContain('refresh_token')
  await enterAmount(flow, '18')
  await expect(sendButton(flow)).toBeVisible()
})

test('user_slow waits eight seconds, sees why, and cannot press twice', { tag: '@proof' }, async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_slow')
  const button = flow.getByRole('button', { name: texts.common.checking })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
})
