// `npm run pictures`: every screen, on desktop and phone, in light and dark, and once from right to left, into
// .data/pictures with a sheet of all of them for each.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, devices } from 'playwright'
import { buildStale } from '../../scripts/build/build-stale.ts'
import { projectRoot } from '../../scripts/command.ts'
import { readCommandLine } from '../../scripts/command-line.ts'
import { browserArgs, ensureBrowser } from '../support/browser.ts'
import { openScreens, type ScreenOptions, screenNames, showScreen } from '../support/screens.ts'

const folder = join(projectRoot, '.data/pictures')
const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1.5 }
const desktop = { viewport: { width: 640, height: 800 }, deviceScaleFactor: 1.5 }

const sets: { name: string; device: object; options: ScreenOptions }[] = [
  { name: 'phone-light', device: phone, options: { theme: 'light' } },
  { name: 'phone-dark', device: phone, options: { theme: 'dark' } },
  { name: 'desktop-light', device: desktop, options: { theme: 'light' } },
  { name: 'desktop-dark', device: desktop, options: { theme: 'dark' } },
  { name: 'phone-arabic', device: phone, options: { theme: 'light', language: 'ar', direction: 'rtl' } },
]

readCommandLine('Usage: npm run pictures    takes every screen in every theme, into .data/pictures', {})
await buildStale(projectRoot, console.log)
const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
rmSync(folder, { recursive: true, force: true })
for (const set of sets) await takeSet(browser, set)
await browser.close()
console.log(`${sets.length * screenNames.length} pictures and ${sets.length} sheets in .data/pictures`)

async function takeSet(browser: Browser, { name, device, options }: (typeof sets)[number]) {
  mkdirSync(join(folder, name), { recursive: true })
  const page = await browser.newPage({ ...device, colorScheme: options.theme ?? 'light' })
  await openScreens(page, options)
  const taken: string[] = []
  for (const screen of screenNames) {
    await showScreen(page, screen)
    const picture = await page.screenshot({ path: join(folder, name, `${screen.replace(/[^\w-]+/g, '-')}.png`) })
    taken.push(picture.toString('base64'))
  }
  await page.setViewportSize({ width: 1800, height: 1000 })
  const images = taken.map(
    (data) => `<img src="data:image/png;base64,${data}" style="width:280px;margin:8px;border-radius:12px">`,
  )
  await page.unrouteAll()
  await page.goto('about:blank')
  await page.setContent(`<body style="margin:12px;background:#888">${images.join('')}</body>`)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await page.close()
}
