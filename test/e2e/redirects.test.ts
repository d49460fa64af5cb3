// Signing in on an exchange's own page in real browsers: in the window that the page opens, on another device, and where somebody
// else sent the link. Two users are two browser contexts, each with its own cookies.
import type { Browser, Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { signInAtExchange } from '../support/exchange-pages.ts'
import { type LinkFlow, openInShop } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'
import { expectNoViolations } from '../support/violations.ts'

const evil = 'http://evil.example/'

/** The session of an attacker, who calls the API without any page. */
async function startAttack(app: App) {
  const { iFrameUrl } = await createLink(app, {}, 'attacker')
  const call = async (method: string, path: string, token: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(`${app.apiUrl}/api/v1/link/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as { content: Record<string, string> | null; errorType?: string }
  }
  const authCode = new URL(iFrameUrl).searchParams.get('auth_code')
  const { sessionToken = '' } = (await call('POST', 'session', '', { authCode })).content ?? {}
  const body = { type: 'coinbase', fields: {}, confirmByNumber: true }
  const { redirectUrl = '', connectionId } = (await call('POST', 'connect', sessionToken, body)).content ?? {}
  return { redirectUrl, read: () => call('GET', `connect/${connectionId}`, sessionToken) }
}

/** A browser without cookies. No page in it may break its policy. */
async function otherBrowser(browser: Browser): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser.newContext()).newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text())
  })
  return { page, problems }
}

/** Opens an address from another site's page, by a link or by a form that sends itself. */
async function openFrom(page: Page, how: 'link' | 'form', address: string): Promise<void> {
  const body =
    how === 'link'
      ? `<a href="${address}">Your refund</a>`
      : `<form method="post" action="${address}"></form><script>document.forms[0].submit()</script>`
  await page.route(evil, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(evil)
  if (how === 'link') await page.getByText('Your refund').click()
  await page.waitForURL(address)
}

async function chooseCoinbase(flow: LinkFlow): Promise<() => Promise<void>> {
  await flow.getByRole('button', { name: /^Coinbase/ }).click()
  return () => flow.getByRole('button', { name: texts.signIn.open('Coinbase') }).click()
}

test('as a full page: no site has a reference to it; the sign-in closes its own window, and the page goes on', {
  tag: '@proof',
}, async ({ page: site, app }) => {
  await site.goto(app.shopUrl)
  const { url } = await createLink(app)
  const opening = site.waitForEvent('popup')
  const handle = await site.evaluateHandle((address) => window.open(address), url)
  const page = await opening
  const flow: LinkFlow = page
  await expect(flow.getByRole('button', { name: /^Coinbase/ })).toBeVisible()
  expect(await page.evaluate(() => window.opener)).toBe(null)
  expect(await handle.evaluate((opened) => opened?.closed)).toBe(true)
  const press = await chooseCoinbase(flow)
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  const closed = popup.waitForEvent('close', { timeout: 20_000 })
  const returned = popup.waitForResponse((response) => response.url().includes('/link/redirect/return'))
  await signInAtExchange(popup, 'user_good')
  expect((await returned).headers()['cross-origin-opener-policy']).toBe('same-origin')
  await closed
  await expect(flow.getByRole('heading', { name: texts.chooseAsset.title })).toBeVisible()
})

test('on another device: the page shows a number, and goes on once it was entered there', { tag: '@proof' }, async ({
  page,
  app,
  browser,
}) => {
  const flow = await openInShop(page, app.shopUrl, await createLink(app))
  const press = await chooseCoinbase(flow)
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  const link = flow.getByRole('link', { name: texts.handOff.open('Coinbase') })
  const address = (await link.getAttribute('href')) ?? ''
  await popup.close()
  const { page: phone, problems } = await otherBrowser(browser)
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: 'Connect your Coinbase account?' })).toBeVisible()
  await expect(phone.getByText('Northwind')).toBeVisible()
  await expectNoViolations(phone)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await signInAtExchange(phone, 'user_good')
  await expect(phone.getByRole('heading', { name: 'Enter the number' })).toBeVisible()
  await expectNoViolations(phone)
  await expect(flow.getByRole('heading', { name: texts.handOff.number })).toBeVisible()
  const number = await flow.getByText(/^[0-9]{3}$/).textContent()
  await phone.getByLabel('Number').fill(number === '123' ? '124' : '123')
  await phone.getByRole('button', { name: 'Connect' }).click()
  await expect(phone.getByRole('alert')).toHaveText('That is not the number. Check it and try again.')
  await phone.getByLabel('Number').fill(number ?? '')
  await phone.getByRole('button', { name: 'Connect' }).click()
  await expect(flow.getByRole('heading', { name: texts.chooseAsset.title })).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'The account is connected.' })).toBeVisible()
  expect(problems).toEqual([])
  await phone.context().close()
})

test('a link that somebody else sent connects no account to that person’s session', async ({ app, browser }) => {
  const attack = await startAttack(app)
  const { page: victim, problems } = await otherBrowser(browser)
  const cookies = async () => (await victim.context().cookies()).length
  for (const open of [
    () => victim.goto(attack.redirectUrl),
    () => openFrom(victim, 'link', attack.redirectUrl),
    () => openFrom(victim, 'form', attack.redirectUrl),
  ]) {
    await open()
    expect(new URL(victim.url()).origin).toBe(app.apiUrl)
    expect(await cookies()).toBe(0)
  }
  await openFrom(victim, 'link', attack.redirectUrl)
  await expect(victim.getByText('attacker', { exact: true })).toBeVisible()
  await expect(victim.getByText('Continue only if you started it yourself.')).toBeVisible()
  expect((await attack.read()).content?.state).toBe('redirect')

  // Taken in all the same, the victim signs in, and does not see the number.
  await victim.getByRole('button', { name: 'Continue' }).click()
  await signInAtExchange(victim, 'user_good')
  await expect(victim.getByRole('heading', { name: 'Enter the number' })).toBeVisible()
  const { content } = await attack.read()
  expect(Object.keys(content ?? {}).sort()).toEqual(['confirmationNumber', 'connectionId', 'redirectUrl', 'state'])
  for (let tries = 3; tries > 0; tries--) {
    await victim.getByLabel('Number').fill(content?.confirmationNumber === '111' ? '222' : '111')
    await victim.getByRole('button', { name: 'Connect' }).click()
    if (tries > 1) await expect(victim.getByRole('alert')).toBeVisible()
  }
  await expect(victim.getByRole('heading', { name: 'The account was not connected.' })).toBeVisible()
  expect((await attack.read()).errorType).toBe('codeLocked')
  expect(problems).toEqual([])
  await victim.context().close()
})

test('a way back that somebody else sent brings no account into this user’s session', { tag: '@proof' }, async ({
  page,
  app,
  browser,
}) => {
  const attack = await startAttack(app)
  const { page: attacker } = await otherBrowser(browser)
  let wayBack = ''
  await attacker.route('**/oauth2/consent', async (route) => {
    wayBack = (await route.fetch({ maxRedirects: 0 })).headers().location ?? ''
    await route.abort()
  })
  await attacker.goto(attack.redirectUrl)
  await attacker.getByRole('button', { name: 'Continue' }).click()
  await signInAtExchange(attacker, 'user_good')
  await expect.poll(() => wayBack).toContain('code=')

  const flow = await openInShop(page, app.shopUrl, await createLink(app))
  const press = await chooseCoinbase(flow)
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  await expect(popup.getByLabel(/user name/i)).toBeVisible()
  const response = await popup.goto(wayBack)
  expect(response?.status()).toBe(404)
  await expect(flow.getByRole('heading', { name: texts.handOff.title('Coinbase') })).toBeVisible()
  expect((await attack.read()).content?.state).toBe('redirect')
  await attacker.context().close()
})
