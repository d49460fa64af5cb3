// The path of a screen reader through a transfer, as docs/src/content/docs/integrate/screen-readers.md describes it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { projectRoot } from '../../scripts/command.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { heading } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'
import { startScreenReader } from '../support/screen-reader.ts'

/** The rows of the page's table: the screen, and what is heard on it. */
function documentedScreens(): { screen: string; heard: string[]; announced: string[] }[] {
  const page = readFileSync(join(projectRoot, 'docs/src/content/docs/integrate/screen-readers.md'), 'utf8')
  const [, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'))
  return rows.map((row) => {
    const [screen = '', step = '', title = '', focus = '', controls = '', announced = ''] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return { screen, heard: [step, title, focus, controls], announced: announced.split('; ').filter((text) => text) }
  })
}

/** `…` stands for any text, also for none. */
function pattern(documented: string): RegExp {
  const parts = documented.split(/(?:, )?…(?=,|$)|…/).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

async function enterCode(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** How the user comes to each screen. */
const ways: Record<string, (page: Page, app: App) => Promise<void>> = {
  'Choose the account': (page) => expect(heading(page, texts.chooseAccount.title)).toBeFocused(),
  'Sign in': async (page) => {
    await page.getByRole('button', { name: /^Sandbox Exchange/ }).press('Enter')
    await expect(page.getByLabel('User name')).toBeFocused()
  },
  'Enter the code': async (page) => {
    await page.keyboard.type('user_mfa')
    await page.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.type('pass_good')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(texts.enterCode.labels.totp)).toBeFocused()
  },
  'Enter a wrong code': async (page) => {
    await enterCode(page, '000000')
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.getByLabel(texts.enterCode.labels.totp)).toBeFocused()
  },
  'Choose the asset': async (page) => {
    await enterCode(page, '123456')
    await expect(page.getByRole('button', { name: /^USD Coin/ })).toBeVisible()
  },
  'Enter the amount': async (page) => {
    await page.getByRole('button', { name: /^USD Coin/ }).press('Enter')
    await expect(page.getByLabel(texts.amount.label('USDC'))).toBeFocused()
  },
  Review: async (page) => {
    await page.keyboard.type('19.5')
    await page.keyboard.press('Enter')
    await expect(heading(page, /19\.5 USDC/)).toBeFocused()
  },
  // Without a pause, the transfer may succeed between two polls of the page, which then never shows a confirmation.
  'Follow the transfer': async (page, app) => {
    await app.pauseBlocks(true)
    const send = page.getByRole('button', { name: /^Send / })
    await expect(send).toHaveAttribute('aria-disabled', 'false')
    await send.press('Enter')
    await expect(heading(page, texts.track.title)).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: texts.track.confirmations(1, 3) })).toHaveCount(1)
  },
  Receipt: async (page, app) => {
    await app.pauseBlocks(false)
    await expect(page.getByRole('button', { name: texts.common.done })).toBeVisible()
    await expect(heading(page, /19\.5 USDC/)).toBeFocused()
  },
}

test('a screen reader hears of a transfer what the documentation says', async ({ page, app }) => {
  const documented = documentedScreens()
  expect(documented.map(({ screen }) => screen)).toEqual(Object.keys(ways))
  const reader = await startScreenReader(page)
  await page.goto((await createLink(app)).url)
  let before: string[] = []
  for (const { screen, heard, announced } of documented) {
    await ways[screen]?.(page, app)
    const { step, title, focus, controls } = await reader.read()
    for (const [index, text] of [step, title, focus, controls.join(', ')].entries())
      expect.soft(text, screen).toMatch(pattern(heard[index] ?? ''))
    const announcements = await reader.announced()
    // Progress may be announced again until the next screen is shown.
    const expected = [...before, ...announced]
    const unexpected = announcements.filter((text) => !expected.some((each) => pattern(each).test(text)))
    const missing = announced.filter((each) => !announcements.some((text) => pattern(each).test(text)))
    expect.soft({ unexpected, missing }, screen).toEqual({ unexpected: [], missing: [] })
    before = announced
  }
})
