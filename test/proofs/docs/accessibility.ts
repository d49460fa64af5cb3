// Axe on each kind of page.
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright'

/** An article, a long one with code in three languages, tables, an endpoint, an error, a runbook. */
const pages = [
  '/start/concepts/',
  '/integrate/webhooks/',
  '/api/errors/',
  '/api/reference/executeTransfer/',
  '/errors/mfaRequired/',
  '/operate/runbooks/polls-late/',
]
const viewports = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function accessibilityProblems(browser: Browser, url: string): Promise<string[]> {
  const problems: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of viewports) {
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
      const page = await context.newPage()
      for (const path of pages) {
        await page.goto(url + path)
        await page.waitForFunction(() =>
          [...document.querySelectorAll('pre')].every(
            (block) => block.scrollWidth <= block.clientWidth || block.tabIndex === 0,
          ),
        )
        const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
        for (const { id, nodes } of violations) {
          const targets = nodes.map(({ target }) => target.join(' '))
          problems.push(`${path} (${colorScheme}, ${viewport.width} px): ${id}: ${targets.slice(0, 3).join(', ')}`)
        }
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) problems.push(`${path} (${viewport.width} px) is ${overflow} px wider than the window`)
      }
      await context.close()
    }
  }
  console.log(`axe: ${pages.length} pages, light and dark, desktop and phone`)
  return problems
}
