// Every screen in light, dark, forced and high-contrast colours, from right to left and with text of 200 %, on desktop and phone: axe
// finds nothing, nothing is cut off or covered, and the accessibility tree matches its snapshot. After an intended change, write the snapshots again with
// `npx playwright test test/accessibility --update-snapshots`.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { arabic, largeText, openScreens, type ScreenOptions, screenNames, showScreen } from '../support/screens.ts'

const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>
}

function violationsOn(page: Page, rules: object): Promise<string[]> {
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...chosen })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, rules)
}

type Media = Parameters<Page['emulateMedia']>[0]

/** `runOnly` are the rules that `npm test` checks: those of colours where only the colours differ from another mode. */
interface Mode {
  media?: Media
  options?: ScreenOptions
  runOnly?: string[]
}

const colorRules = ['color-contrast', 'link-in-text-block']
const modes: Record<string, Mode> = {
  'in light colours': { media: { colorScheme: 'light' } },
  'in dark colours': { media: { colorScheme: 'dark' }, runOnly: colorRules },
  'in forced colours': { media: { forcedColors: 'active' }, runOnly: colorRules },
  'with more contrast': { media: { contrast: 'more' }, runOnly: colorRules },
  'from right to left': { options: arabic },
  'with text of 200 %': { options: largeText },
}

const isShort = process.env.TEST_LENGTH === 'short'

// One file, but no test depends on another.
test.describe.configure({ mode: 'parallel' })
// A colour in transition has another contrast.
test.use({ timezoneId: 'UTC', locale: 'en-GB', contextOptions: { reducedMotion: 'reduce' } })

for (const [name, { media, options, runOnly }] of Object.entries(modes))
  test(`axe finds nothing on any screen, ${name}`, { tag: '@phone' }, async ({ page }) => {
    test.setTimeout(80_000)
    if (media) await page.emulateMedia(media)
    await openScreens(page, options)
    await page.evaluate(axeSource)
    const found: Record<string, string[]> = {}
    for (const screen of screenNames) {
      await showScreen(page, screen)
      const violations = await violationsOn(page, isShort && runOnly ? { runOnly } : {})
      if (violations.length > 0) found[screen] = violations
    }
    expect(found).toEqual({})
  })

test('in forced colours each button has an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openScreens(page)
  for (const name of ['enter-amount', 'review-transfer', 'choose-asset (loading)'] as const) {
    await showScreen(page, name)
    const widths = await page
      .locator('.button, .small, .chips button')
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).borderTopWidth))
    expect(new Set(widths).has('0px'), name).toBe(false)
  }
})

test('nothing moves if the user prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openScreens(page)
  await showScreen(page, 'review-transfer')
  const form = page.locator('form')
  expect(await form.evaluate((element) => getComputedStyle(element).animationName)).toBe('none')
  expect(await page.locator('.button').evaluate((element) => getComputedStyle(element).transitionProperty)).toBe('none')
})

test('the accessibility tree of each screen matches its snapshot', async ({ page }) => {
  await openScreens(page)
  for (const name of screenNames) {
    await showScreen(page, name)
    const tree = await page.locator('body').ariaSnapshot()
    const steady = tree.replace(/(held for )\d+:\d\d/, '$15:00')
    expect.soft(`${steady}\n`).toMatchSnapshot(`${name.replace(/[^\w-]+/g, '-').replace(/-$/, '')}.yml`)
  }
})

for (const [width, height] of [
  [390, 844],
  [420, 720],
] as const)
  test(`at ${width} × ${height} a wallet’s review shows the fees, what leaves and what arrives without scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openScreens(page)
    await showScreen(page, 'review-transfer (wallet)')
    const footer = await page.locator('footer').boundingBox()
    for (const term of ['Network fee', 'Leaves your account', 'Northwind receives']) {
      const row = await page.locator('.box > div', { hasText: term }).first().boundingBox()
      expect(row && row.y + row.height, term).toBeLessThanOrEqual(footer?.y ?? 0)
    }
  })

test('what the first screen tells about a transfer is scrolled into view once it is opened', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openScreens(page)
  await showScreen(page, 'choose-account')
  await page.getByText(texts.chooseAccount.how).click()
  await expect(page.locator('.promises .box')).toBeInViewport({ ratio: 1 })
})

test('a manual payment that is open from the beginning does not scroll the amount away', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openScreens(page)
  await showScreen(page, 'pay-by-link (by hand)')
  await expect(page.locator('.by-hand .box')).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(page.locator('h1')).toBeInViewport({ ratio: 1 })
})

/** 320 px is also what a window of 1280 px shows at 400 %; 740 px is a phone held sideways. */
const sizes: { width: number; height: number; name?: string; options?: ScreenOptions; isProof?: boolean }[] = [
  { width: 320, height: 568 },
  { width: 320, height: 568, name: 'from right to left', options: arabic },
  { width: 390, height: 844, name: 'with text of 200 %', options: largeText },
  { width: 320, height: 568, name: 'with text of 200 %', options: largeText, isProof: true },
  {
    width: 390,
    height: 844,
    name: 'from right to left with text of 200 %',
    options: { ...arabic, ...largeText },
    isProof: true,
  },
  { width: 320, height: 256, isProof: true },
  { width: 740, height: 320, isProof: true },
]

for (const { width, height, name: mode = '', options, isProof } of sizes)
  test(`at ${width} × ${height} ${mode} nothing is cut off or covered, and each button can be reached and is 44 px tall`, {
    tag: isProof ? '@proof' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openScreens(page, options)
    for (const name of screenNames) {
      await showScreen(page, name)
      const wrong = await page.evaluate(layoutProblems)
      expect.soft(wrong, name).toEqual([])
    }
  })

test('on the smallest phone the whole cost is visible above the send button, also in languages with long words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const language of ['de', 'pl', 'fr']) {
    await openScreens(page, { language })
    await showScreen(page, 'review-transfer')
    const received = await page.locator('.total').last().boundingBox()
    const quote = await page.locator('.quote').boundingBox()
    const send = await page.locator('.button').boundingBox()
    expect((received?.y ?? 568) + (received?.height ?? 0), language).toBeLessThanOrEqual(quote?.y ?? 0)
    expect((send?.y ?? 568) + (send?.height ?? 0), language).toBeLessThanOrEqual(568)
  }
})
