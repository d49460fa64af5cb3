// The screens of the operator's console, with transfers in the states that operators meet.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, devices } from 'playwright'
import { startConsoleSite } from '../support/console-site.ts'
import { acceptedTransfer, flaggedTransfer, lostTransfer, unpaidTransfer } from '../support/staged-transfers.ts'

const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1.5 }
const desktop = { viewport: { width: 1280, height: 860 } }

/** The names of the sets. */
export async function takeConsole(browser: Browser, folder: string): Promise<string[]> {
  const site = await startConsoleSite()
  const flagged = await flaggedTransfer(site.engine)
  const lost = await lostTransfer(site.engine)
  await unpaidTransfer(site.engine)
  await acceptedTransfer(site.engine, '26')
  const paths = {
    attention: '/attention',
    transfers: '/transfers',
    'transfer-flagged': `/transfers/${flagged.id}`,
    'transfer-lost': `/transfers/${lost.id}`,
    clients: '/clients',
    client: `/clients/${site.engine.clientId}`,
    webhooks: '/webhooks',
    integrations: '/integrations',
    overview: '/overview',
    'audit-log': '/audit-log',
    operators: '/operators',
  }
  const sets = [desktop, phone].flatMap((device) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `console-${device === phone ? 'phone' : 'desktop'}-${colorScheme}`,
      options: { ...device, colorScheme },
    })),
  )
  for (const { name, options } of sets) {
    mkdirSync(join(folder, name), { recursive: true })
    const context = await browser.newContext(options)
    await site.signIn(context, 'admin')
    const page = await context.newPage()
    for (const [screen, path] of Object.entries(paths)) {
      // Lists refresh for ever, so the network is never idle.
      const loaded = page.waitForResponse((response) => response.url().includes('/api/'))
      await page.goto(site.url + path)
      await loaded
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(400)
      await page.screenshot({ path: join(folder, name, `${screen}.png`), fullPage: true })
    }
    await context.close()
  }
  await site.close()
  return sets.map(({ name }) => name)
}
