// Time from the click on the demo shop's button until the list of accounts is visible, on a slow phone. The hosted page and a static
// page with the same first view are measured alternately, and both are opened the same way.
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright'
import { buildStale } from '../../scripts/build/build-stale.ts'
import { projectRoot } from '../../scripts/command.ts'
import { type App, startApp } from '../support/app.ts'
import { browserArgs, ensureBrowser } from '../support/browser.ts'
import { firstView, serveStill, slow4g, slowerCpu, watchList } from './page-bench.ts'
import { median } from './sample.ts'

export async function benchClick(rounds: number): Promise<{ oursMs: number; stillMs: number; ratio: number }> {
  await buildStale(projectRoot, () => {})
  const app = await startApp()
  // The static page is on another port, which the shop's policy does not allow.
  const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
  const server = await serveStill(await firstView(browser, app))
  const still = `http://localhost:${(server.address() as AddressInfo).port}/`
  try {
    const [ours, static_]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      ours.push(await measure(browser, app, null))
      static_.push(await measure(browser, app, still))
    }
    const ratio = median(ours.map((each, at) => each / (static_[at] ?? each)))
    return { oursMs: median(ours), stillMs: median(static_), ratio }
  } finally {
    server.close()
    await browser.close()
    await app.stop()
  }
}

/** Until the list is visible: the frame has painted it, and the cover of the hosted page is removed. */
async function measure(browser: Browser, { shopUrl }: App, still: string | null): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 839 }, bypassCSP: true })
  const page = await context.newPage()
  await page.addInitScript(watchList)
  await page.goto(shopUrl)
  await page.waitForFunction(() => customElements.get('transfer-link') !== undefined)
  await page.evaluate(watchWindow, still)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu })
  await page.getByRole('button', { name: 'Add funds' }).click()
  const frame = await page.waitForFunction(() => {
    const { pressedAt, uncoveredAt } = window as unknown as { pressedAt: number; uncoveredAt?: number }
    return uncoveredAt === undefined ? null : { pressedAt, uncoveredAt }
  })
  const { pressedAt, uncoveredAt } = (await frame.jsonValue()) as { pressedAt: number; uncoveredAt: number }
  const [, inner] = page.frames()
  const listedAt = await inner?.waitForFunction(() => {
    const { listMs } = window as unknown as { listMs?: number }
    return listMs === undefined ? null : performance.timeOrigin + listMs
  })
  const shownAt = Math.max(uncoveredAt, ((await listedAt?.jsonValue()) as number | undefined) ?? 0)
  await context.close()
  return shownAt - pressedAt
}

/** Runs in the shop: records when the button is clicked and when the cover is removed. A static page never removes it. */
function watchWindow(still: string | null) {
  const element = document.querySelector('transfer-link')
  if (element === null) return
  const now = () => performance.timeOrigin + performance.now()
  addEventListener('click', () => Object.assign(window, { pressedAt: now() }), { capture: true, once: true })
  const open = element.openPopup.bind(element)
  if (still !== null) element.openPopup = () => open(still)
  const check = () => {
    const { shadowRoot } = element
    const isUncovered = still !== null || shadowRoot?.querySelector('.cover') === null
    if (shadowRoot?.querySelector('iframe') && isUncovered) Object.assign(window, { uncoveredAt: now() })
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
