import type { Page } from 'playwright/test'
import { texts as english } from '../../components/texts/en.ts'
import { loadTexts } from '../../components/texts/load-texts.ts'
import { expect, test } from '../support/e2e.ts'
import { callback, heading, type LinkFlow, linkFlow } from '../support/link-flow.ts'

const arabic = await loadTexts('ar')
const german = await loadTexts('de')
const french = await loadTexts('fr')

/** What the language is called on the hosted page and on the dialog around it. */
async function languageOf(page: Page): Promise<string[]> {
  const html = linkFlow(page).locator('html')
  const dialog = page.locator('transfer-link dialog')
  return [
    await html.getAttribute('lang').then(String),
    await html.getAttribute('dir').then(String),
    await dialog.getAttribute('lang').then(String),
  ]
}

async function open(page: Page, shopUrl: string, settings: { locale?: string; fiatCurrency?: string } = {}) {
  await page.goto(shopUrl)
  await page.waitForFunction(() => customElements.get('transfer-link') !== undefined)
  await page.evaluate((given) => Object.assign(document.querySelector('transfer-link') ?? {}, given), settings)
  await page.getByRole('button', { name: 'Add funds' }).click()
  return linkFlow(page)
}

/** Whether the thing stands in the right half of its page. */
async function isOnTheRight(flow: LinkFlow, name: string): Promise<boolean> {
  const box = await flow.getByRole('button', { name, exact: true }).first().boundingBox()
  const page = await flow.locator('html').boundingBox()
  if (box === null || page === null) throw new Error(`${name} is not to be seen`)
  return box.x + box.width / 2 > page.x + page.width / 2
}

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-EG' })

  test('the whole flow reads from the right, takes an amount in Eastern digits and sends exactly that', {
    tag: ['@phone', '@proof'],
  }, async ({ page, app }) => {
    const flow = await open(page, app.shopUrl)
    await expect(heading(flow, arabic.chooseAccount.title)).toBeVisible()
    await expect.poll(() => languageOf(page)).toEqual(['ar-EG', 'rtl', 'ar-EG'])
    await expect(flow.getByRole('button', { name: new RegExp(`^${arabic.wallets.unnamed}`) })).toBeVisible()
    await flow.getByRole('button', { name: /Sandbox Exchange/ }).click()
    expect(await isOnTheRight(flow, arabic.header.back)).toBe(true)
    expect(await isOnTheRight(flow, arabic.header.close)).toBe(false)
    await flow.getByLabel(arabic.signIn.fields.username).fill('user_mfa_transfer')
    await flow.getByLabel(arabic.signIn.fields.password, { exact: true }).fill('pass_good')
    await flow.getByRole('button', { name: arabic.signIn.cta, exact: true }).click()
    await expect(heading(flow, arabic.chooseAsset.title)).toBeVisible()
    await flow.getByRole('button', { name: /USD Coin/ }).click()

    await flow.getByRole('textbox').fill('١٢٫٥٠٧')
    await flow.getByRole('button', { name: arabic.amount.review }).click()
    await expect(flow.getByRole('heading', { name: /١٢٫٥٠٧/ })).toBeVisible()
    await expect(flow.locator('bdi.address')).toHaveAttribute('dir', 'ltr')
    await flow.getByRole('button', { name: /^إرسال .*١٢٫٥٠٧/ }).click()

    await flow.getByRole('textbox', { name: arabic.enterCode.labels.totp }).fill('000000')
    await flow.getByRole('button', { name: arabic.common.continue, exact: true }).click()
    await expect(flow.getByText(arabic.errors.codeWrong)).toBeVisible()
    await flow.getByRole('textbox', { name: arabic.enterCode.labels.totp }).fill('123456')
    await flow.getByRole('button', { name: arabic.common.continue, exact: true }).click()
    await expect(flow.getByRole('button', { name: arabic.common.done, exact: true })).toBeVisible()
    const { payload } = (await callback(page, 'transferFinished')) as { payload: Record<string, string> }
    expect(payload).toMatchObject({ status: 'success', amountText: '12.507' })
  })

  test('the page brings its own language along, and English for what that lacks', async ({ page, app }) => {
    const pages: string[] = []
    const files: string[] = []
    page.on('response', async (response) => {
      if (response.url().includes('/broker-connect')) pages.push(await response.text())
      else if (response.url().includes('/link-assets/')) files.push(response.url())
    })
    const flow = await open(page, app.shopUrl)
    await expect(heading(flow, arabic.chooseAccount.title)).toBeVisible()
    expect(pages.join()).not.toContain(english.chooseAccount.title)
    // The server renders the heading before any of them is loaded.
    const ofLanguages = () => files.filter((url) => /\/(?:[a-z]{2}|pt-BR|zh-Hans)-[\w-]{8}\.js$/.test(url))
    await expect.poll(() => ofLanguages().length).toBe(2)
    for (const name of ['ar', 'en']) expect(files.join()).toContain(`/${name}-`)
  })
})

test('the site’s language overrides the browser’s, and regions have their own number formats', {
  tag: '@proof',
}, async ({ page, app }) => {
  const flow = await open(page, app.shopUrl, { locale: 'de-CH' })
  await expect(heading(flow, german.chooseAccount.title)).toBeVisible()
  await expect.poll(() => languageOf(page)).toEqual(['de-CH', 'ltr', 'de-CH'])
  await flow.getByRole('button', { name: /Sandbox Exchange/ }).click()
  await flow.getByLabel(german.signIn.fields.username).fill('user_good')
  await flow.getByLabel(german.signIn.fields.password, { exact: true }).fill('pass_good')
  await flow.getByRole('button', { name: german.signIn.cta, exact: true }).click()
  // Whatever other tests have left of the balance.
  await expect(flow.getByText(/\d[’']\d{3}\.\d{2}/).first()).toBeVisible()
})

test('an unsupported language falls back to English, and the chosen one stays after a reload', {
  tag: '@proof',
}, async ({ page, app }) => {
  const unknown = await open(page, app.shopUrl, { locale: 'tlh' })
  await expect(heading(unknown, english.chooseAccount.title)).toBeVisible()
  const flow = await open(page, app.shopUrl, { locale: 'fr-CA' })
  await expect(heading(flow, french.chooseAccount.title)).toBeVisible()
  const frame = page.frames()[1]
  // The first screen is seen before the link is opened, and only then there is something to come back to.
  await expect.poll(() => frame?.url()).toContain('link=')
  await frame?.goto(frame.url())
  await expect(heading(flow, french.chooseAccount.title)).toBeVisible()
})

test('amounts are shown in the currency that the site sets, and typed in it', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await open(page, app.shopUrl, { locale: 'de', fiatCurrency: 'EUR' })
  await flow.getByRole('button', { name: /Sandbox Exchange/ }).click()
  await flow.getByLabel(german.signIn.fields.username).fill('user_good')
  await flow.getByLabel(german.signIn.fields.password, { exact: true }).fill('pass_good')
  await flow.getByRole('button', { name: german.signIn.cta, exact: true }).click()
  await flow.getByRole('button', { name: /USD Coin.*€/ }).click()
  await flow.getByRole('button', { name: german.amount.toUnit('EUR') }).click()
  await flow.getByRole('textbox', { name: german.amount.label('EUR') }).fill('46,00')
  await expect(flow.getByText('≈ 50 USDC')).toBeVisible()
  await flow.getByRole('button', { name: german.amount.review }).click()
  await expect(flow.getByText(/≈ 46,00\s€ auf/)).toBeVisible()
})
