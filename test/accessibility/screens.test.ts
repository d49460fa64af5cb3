// Every screen in light, dark, forced and high-contrast colours, on desktop and phone: axe finds nothing, nothing is wider than the
// window, and the accessibility tree matches its snapshot. After an intended change, write the snapshots again with
// `npx playwright test test/accessibility --update-snapshots`.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from 'playwright/test'
import { openScreens, screenNames, showScreen } from '../support/screens.ts'

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

const modes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
  strong: { contrast: 'more' },
} as const

/** Light and dark also run on a phone; `npm test` leaves what is tagged to `npm run proof`. */
const tagsOf = { light: ['@phone'], dark: ['@phone'], forced: ['@phone', '@proof'], strong: ['@proof'] }

/** The rules that depend on colours. The elements are the same in all of them, so `npm test` checks the other rules once. */
const colorRules = { runOnly: ['color-contrast', 'link-in-text-block'] }
const isShort = process.env.TEST_LENGTH === 'short'

// One file, but no test depends on another.
test.describe.configure({ mode: 'parallel' })
// A colour in transition has another contrast.
test.use({ timezoneId: 'UTC', locale: 'en-GB', contextOptions: { reducedMotion: 'reduce' } })

for (const [mode, media] of Object.entries(modes))
  test(`axe finds nothing on any screen, ${mode}`, { tag: tagsOf[mode as keyof typeof modes] }, async ({ page }) => {
    test.setTimeout(80_000)
    await page.emulateMedia(media)
    await openScreens(page)
    await page.evaluate(axeSource)
    const found: Record<string, string[]> = {}
    for (const name of screenNames) {
      await showScreen(page, name)
      const violations = await violationsOn(page, isShort && mode !== 'light' ? colorRules : {})
      if (violations.length > 0) found[name] = violations
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

/** 320 px is also what a window of 1280 px shows at 400 %; the last is a phone held sideways. */
const sizes = [
  [320, 568],
  [320, 256],
  [740, 320],
] as const

for (const [width, height] of sizes)
  test(`at ${width} × ${height} nothing is cut off, and each button can be reached and is 44 px tall`, {
    tag: width === 320 && height === 568 ? [] : '@proof',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openScreens(page)
    for (const name of screenNames) {
      await showScreen(page, name)
      const wrong = await page.evaluate(async () => {
        const roots = (root: ParentNode): ParentNode[] => [
          root,
          ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : [])),
        ]
        const found: string[] = []
        const all = roots(document)
        if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide')
        // Whatever stands still above and below, half of the window is left to what is read and filled in.
        const content = all.flatMap((root) => [...root.querySelectorAll('.body')])[0]
        const scrolled = content?.scrollHeight === content?.clientHeight ? content?.closest('form') : content
        if (scrolled && scrolled.clientHeight < innerHeight / 2) found.push(`${scrolled.clientHeight} px to read in`)
        const dialog = all.flatMap((root) => [...root.querySelectorAll('dialog')])[0]
        for (const root of dialog ? [dialog] : all)
          for (const target of root.querySelectorAll<HTMLElement>('button, a, input, select, summary')) {
            target.scrollIntoView({ block: 'center' })
            const box = target.getBoundingClientRect()
            const at = `${target.localName} ${target.className} ${target.textContent?.trim().slice(0, 20)}`
            if (box.left < 0 || box.right > innerWidth + 1) found.push(`${at} leaves the window`)
            if (box.top < 0 || box.bottom > innerHeight + 1) found.push(`${at} cannot be reached`)
            if (target instanceof HTMLInputElement && target.scrollWidth > target.clientWidth + 1)
              found.push(`${at} does not show all of ${target.value}`)
            // A label, or room around it that can be pressed too, makes a target larger than its box.
            const label = target instanceof HTMLInputElement ? target.labels?.[0]?.getBoundingClientRect().height : 0
            const inset = Number.parseFloat(getComputedStyle(target, '::after').insetBlockStart) || 0
            const room = getComputedStyle(target, '::after').position === 'absolute' ? -2 * inset : 0
            if (Math.max(box.height + room, label ?? 0) < 43.5) found.push(`${at} is ${box.height + room} px tall`)
          }
        return found
      })
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
