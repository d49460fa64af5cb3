// The hosted page on a slow phone, compared with a static page with the same first view: a quarter of the CPU, 150 ms round trips,
// 1.6 Mbit/s. Both are loaded alternately, each time by a browser with an empty cache.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright'
import { buildStale } from '../../scripts/build/build-stale.ts'
import { projectRoot } from '../../scripts/command.ts'
import { type App, startApp } from '../support/app.ts'
import { browserArgs, ensureBrowser } from '../support/browser.ts'
import { createLink } from '../support/links.ts'
import { median } from './sample.ts'

export const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
export const slowerCpu = 4

interface PageFigures {
  paintMs: number
  listMs: number
  /** When a press on a row has its effect. */
  reactMs: number
}

interface PageBench {
  ours: PageFigures
  still: PageFigures
  paintRatio: number
  listRatio: number
  /** Beside the list of the static page, which reacts at once. */
  reactRatio: number
}

export async function benchPage(rounds: number): Promise<PageBench> {
  await buildStale(projectRoot, () => {})
  const app = await startApp()
  const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
  const server = await serveStill(await firstView(browser, app))
  const stillUrl = `http://localhost:${(server.address() as AddressInfo).port}/`
  try {
    const [ours, still]: [PageFigures[], PageFigures[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      ours.push(await measure(browser, (await createLink(app)).url))
      still.push(await measure(browser, stillUrl))
    }
    const of = (figures: PageFigures[]): PageFigures => ({
      paintMs: median(figures.map(({ paintMs }) => paintMs)),
      listMs: median(figures.map(({ listMs }) => listMs)),
      reactMs: median(figures.map(({ reactMs }) => reactMs)),
    })
    const ratio = (pick: (each: PageFigures) => number) =>
      median(ours.map((each, at) => pick(each) / pick(still[at] ?? each)))
    return {
      ours: of(ours),
      still: of(still),
      paintRatio: ratio(({ paintMs }) => paintMs),
      listRatio: ratio(({ listMs }) => listMs),
      reactRatio: ratio(({ reactMs }) => reactMs),
    }
  } finally {
    server.close()
    await browser.close()
    await app.stop()
  }
}

/** The first screen as plain HTML, with the same styles. */
export async function firstView(browser: Browser, app: App): Promise<string> {
  const page = await browser.newPage()
  await page.goto((await createLink(app)).url)
  await page.getByRole('button', { name: /^Sandbox Exchange/ }).waitFor()
  const view = await page.evaluate(() => {
    const flatten = (root: ShadowRoot, host: string): string => {
      const [style, ...children] = root.children
      const css = style?.textContent ?? ''
      const markup = children.map((child) => child.outerHTML).join('')
      const inner = root.querySelector('choose-account-screen')?.shadowRoot
      const whole = inner
        ? markup.replace(/<choose-account-screen.*?<\/choose-account-screen>/s, () => flatten(inner, 'step'))
        : markup
      return `<style>${css.replaceAll(/:host(\([^)]*\))?/g, `.${host}`)}</style><div class="${host}">${whole}</div>`
    }
    const root = document.querySelector('transfer-link')?.shadowRoot
    const style = document.querySelector('style')?.outerHTML ?? ''
    return `${style}<div id="frame">${root ? flatten(root, 'flow') : ''}</div>`
  })
  await page.close()
  const plain = view.replaceAll(/<!--.*?-->/gs, '')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${plain}`
}

export async function serveStill(html: string): Promise<Server> {
  const body = brotliCompressSync(html)
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-store',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return server
}

async function measure(browser: Browser, url: string): Promise<PageFigures> {
  const context = await browser.newContext({ viewport: { width: 412, height: 839 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu })
  await page.addInitScript(watchList)
  await page.goto(url, { waitUntil: 'commit' })
  const figures = await readFigures(page)
  await context.close()
  return figures
}

/** Checks before each frame, and records the time of the frame after the list appears, and after it reacts. */
export function watchList() {
  const check = () => {
    const screen = document.querySelector('transfer-link')?.shadowRoot?.querySelector('choose-account-screen')
    const isListed = (screen?.shadowRoot ?? document).querySelector('.row b') !== null
    const reacts = isListed && (!screen || ('hasUpdated' in screen && screen.hasUpdated))
    requestAnimationFrame((at) => {
      if (isListed) Object.assign(window, { listMs: (window as { listMs?: number }).listMs ?? at })
      if (reacts) Object.assign(window, { reactMs: at })
    })
    if (!reacts) requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

async function readFigures(page: Page): Promise<PageFigures> {
  const figures = await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const { listMs, reactMs } = window as unknown as Partial<PageFigures>
    return paint && listMs !== undefined && reactMs !== undefined ? { paintMs: paint.startTime, listMs, reactMs } : null
  })
  return (await figures.jsonValue()) as PageFigures
}
