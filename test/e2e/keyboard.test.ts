// The whole flow without a mouse, in a language that is read from the left and in one that is read from the right.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { texts as en } from '../../components/texts/en.ts'
import { loadTexts } from '../../components/texts/load-texts.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import { createLink } from '../support/links.ts'
import { shopBalance } from '../support/shop.ts'

const ar = await loadTexts('ar')

const usdc = tokens['USDC on Base']

/** The element that has the focus, through every shadow root: its text, and whether the selector fits it. */
function focused(page: Page, selector: string): Promise<{ fits: boolean; text: string; isRinged: boolean }> {
  return page.evaluate((selector) => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const ring = element && getComputedStyle(element).outlineStyle
    return { fits: element?.matches(selector) ?? false, text: element?.textContent ?? '', isRinged: ring !== 'none' }
  }, selector)
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < 15; stops++) {
    await page.keyboard.press('Tab')
    if ((await focused(page, selector)).fits) return
  }
  throw new Error(`the focus does not come to ${selector}`)
}

/** A new screen begins at its heading, or at the one field that it is about. */
async function expectScreen(page: Page, title: string, field = 'h1'): Promise<void> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.poll(async () => (await focused(page, field)).fits).toBe(true)
}

for (const [language, texts, direction] of [
  ['en', en, 'ltr'],
  ['ar', ar, 'rtl'],
] as const) {
  test(`from the first screen to the receipt by keyboard alone, in ${language}`, {
    tag: language === 'en' ? [] : '@proof',
  }, async ({ page, app }) => {
    const before = await shopBalance(app, usdc)
    const { url } = await createLink(app)
    await page.goto(`${url}&lng=${language}`)
    const { keyboard } = page
    await expectScreen(page, texts.chooseAccount.title)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)

    await tabTo(page, 'input[type=search]')
    await keyboard.type('sandbxo exch')
    await keyboard.press('ArrowDown')
    expect(await focused(page, '.row')).toMatchObject({ fits: true, text: expect.stringContaining('Sandbox Exchange') })
    await keyboard.press('Enter')

    await expectScreen(
      page,
      texts.signIn.title(direction === 'rtl' ? '\u2068Sandbox Exchange\u2069' : 'Sandbox Exchange'),
      '#username',
    )
    await keyboard.type('user_mfa')
    await tabTo(page, '#password')
    await keyboard.type('pass_good')
    await keyboard.press('Enter')

    await expectScreen(page, texts.enterCode.title, '#code')
    await keyboard.type('123 456')
    await keyboard.press('Enter')

    await expectScreen(page, texts.chooseAsset.title)
    await tabTo(page, '.row')
    expect((await focused(page, '.row')).text).toContain('USDC')
    await keyboard.press('Enter')

    await expectScreen(page, texts.amount.title, '#amount')
    await keyboard.type(language === 'ar' ? '١٩٫٥' : '19.5')
    await keyboard.press('Enter')

    await expect
      .poll(async () => (await focused(page, 'h1')).fits && (await focused(page, 'h1')).text)
      .toMatch(/19[.,]5|١٩٫٥/)
    await tabTo(page, 'footer .button')
    expect((await focused(page, 'footer .button')).isRinged).toBe(true)
    await expect(page.locator('footer .button[aria-disabled=false]')).toBeFocused()
    await keyboard.press('Enter')

    await expect.poll(async () => (await focused(page, 'h1')).fits).toBe(true)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: texts.receipt.save }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toMatch(/0x[0-9a-f]{64}/)
    expect(await shopBalance(app, usdc)).toBe(before + 19_500_000n)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await tabTo(page, 'footer .button')
    const back = page.waitForRequest((request) => request.url().startsWith(`${app.shopUrl}?`))
    await keyboard.press('Enter')
    const { searchParams } = new URL((await back).url())
    expect([...searchParams.keys()].sort()).toEqual(['status', 'transferId'])
    expect(searchParams.get('status')).toBe('Succeeded')
  })
}

test('Escape shows a confirmation before anything is lost, which stays by default, and restores the focus', {
  tag: '@proof',
}, async ({ page, app }) => {
  const link = await createLink(app)
  await page.goto(link.url)
  await expectScreen(page, en.chooseAccount.title)
  await page.getByRole('button', { name: /^Sandbox Exchange/ }).click()
  await page.getByLabel('User name').fill('user_good')
  await page.getByLabel('Password', { exact: true }).fill('pass_good')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /USD Coin/ }).click()
  await tabTo(page, '#amount')
  await page.keyboard.type('20')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(page.getByRole('button', { name: en.leave.stay })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('textbox', { name: /^Amount in/ })).toHaveValue('20')
  await expect(page.getByRole('textbox', { name: /^Amount in/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: en.leave.stay })).toBeFocused()
  await page.keyboard.press('Tab')
  const back = page.waitForRequest((request) => request.url().startsWith(`${app.shopUrl}?`))
  await page.keyboard.press('Enter')
  expect((await back).url()).toContain('status=Canceled')
})
