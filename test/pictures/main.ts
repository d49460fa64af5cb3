// `npm run pictures`: every screen, on desktop and phone, in light, dark and forced colours, from right to left and with text of
// 200 %, into .data/pictures with a sheet of all of them for each.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, devices, type Page } from 'playwright'
import { buildStale } from '../../scripts/build/build-stale.ts'
import { projectRoot } from '../../scripts/command.ts'
import { readCommandLine } from '../../scripts/command-line.ts'
import { browserArgs, ensureBrowser } from '../support/browser.ts'
import { arabic, largeText, openScreens, type ScreenOptions, screenNames, showScreen } from '../support/screens.ts'
import { takeConsole } from './console.ts'
import { recordTour, tourPath } from './tour.ts'

const folder = join(projectRoot, '.data/pictures')
const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1.5 }
const desktop = { viewport: { width: 640, height: 800 }, deviceScaleFactor: 1.5 }

const sets: { name: string; device: object; options: ScreenOptions; media?: Parameters<Page['emulateMedia']>[0] }[] = [
  { name: 'phone-light', device: phone, options: { theme: 'light' } },
  { name: 'phone-dark', device: phone, options: { theme: 'dark' } },
  { name: 'desktop-light', device: desktop, options: { theme: 'light' } },
  { name: 'desktop-dark', device: desktop, options: { theme: 'dark' } },
  { name: 'phone-forced', device: phone, options: {}, media: { forcedColors: 'active' } },
  { name: 'phone-arabic', device: phone, options: { theme: 'light', ...arabic } },
  { name: 'phone-large-text', device: phone, options: { theme: 'light', ...largeText } },
]

const { values } = readCommandLine(
  `Usage: npm run pictures               takes every screen in every theme, into .data/pictures
       npm run pictures -- --console  takes the screens of the operator’s console, into .data/pictures/console-*
       npm run pictures -- --tour     records a transfer in the demo shop for the documentation: ${tourPath}`,
  { options: { tour: { type: 'boolean', default: false }, console: { type: 'boolean', default: false } } },
)
await buildStale(projectRoot, console.log)
if (values.tour) console.log(`${tourPath}  ${await recordTour()} bytes`)
else if (values.console) await takeConsoleSets()
else await takeScreens()

async function takeConsoleSets(): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
  const names = await takeConsole(browser, folder)
  await browser.close()
  console.log(names.map((name) => `.data/pictures/${name}`).join('\n'))
}

async function takeScreens(): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
  rmSync(folder, { recursive: true, force: true })
  for (const set of sets) await takeSet(browser, set)
  await browser.close()
  console.log(`${sets.length * screenNames.length} pictures and ${sets.length} sheets in .data/pictures`)
}

async function takeSet(browser: Browser, { name, device, options, media }: (typeof sets)[number]) {
  mkdirSync(join(folder, name), { recursive: true })
  const page = await browser.newPage({ ...device, colorScheme: options.theme ?? 'light' })
  if (media) await page.emulateMedia(media)
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
