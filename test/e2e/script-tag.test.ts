import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'

const { version } = JSON.parse(readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8')) as {
  version: string
}
const entry = 'transfer-link.js'
const languages = 'shell-languages.js'
const wallets = 'wallet-bridge.js'

interface Integrity {
  version: string
  files: Record<string, string>
}

async function integrityOf({ apiUrl }: App): Promise<Integrity> {
  return (await (await fetch(`${apiUrl}/v${version}/integrity.json`)).json()) as Integrity
}

test('the files of a whole version never change, those of a major version may, and both are served to every origin', async ({
  app,
}) => {
  const { files, version: published } = await integrityOf(app)
  expect(published).toBe(version)
  expect(Object.keys(files)).toEqual(['above-keyboard.js', languages, entry, wallets, 'warn-developer.js'])
  for (const [name, integrity] of Object.entries(files))
    for (const [folder, caching] of [
      [version, 'public, max-age=31536000, immutable'],
      ['1', 'public, max-age=300'],
    ]) {
      const response = await fetch(`${app.apiUrl}/v${folder}/${name}`)
      expect(response.headers.get('cache-control')).toBe(caching)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(integrity)
    }
  for (const path of ['/v0.0.1/transfer-link.js', `/v${version}/other.js`])
    expect((await fetch(app.apiUrl + path)).status).toBe(404)
})

/** A site's page that names the hashes of both files. `changed` comes with one byte more. */
async function openPinned(page: Page, app: App, changed?: string): Promise<string> {
  const folder = `${app.apiUrl}/v${version}/`
  const { files } = await integrityOf(app)
  const hashes = JSON.stringify({ integrity: { [folder + languages]: files[languages] } })
  const html = `<!doctype html><title>Pinned</title><script type="importmap">${hashes}</script>
    <script type="module" src="${folder}${entry}" integrity="${files[entry]}" crossorigin></script><transfer-link></transfer-link>`
  // A real server: a page that the test only feigns may request nothing from this machine.
  const site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html))
  sites.push(site.listen(0, '127.0.0.1'))
  await once(site, 'listening')
  if (changed)
    await page.route(folder + changed, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()} ` })
    })
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  return folder
}

const sites: Server[] = []
test.afterEach(() => {
  for (const site of sites.splice(0)) site.close()
})

const isDefined = (page: Page) => page.evaluate(() => customElements.get('transfer-link') !== undefined)
const load = (page: Page, url: string) => page.evaluate((address) => import(address).then(() => 'loaded'), url)

test('a page that names the hashes gets the files', { tag: '@proof' }, async ({ page, app }) => {
  const folder = await openPinned(page, app)
  await expect.poll(() => isDefined(page)).toBe(true)
  expect(await load(page, folder + languages)).toBe('loaded')
})

test('a script that differs by one byte from what the page names is refused', async ({ page, app }) => {
  const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()))
  await openPinned(page, app, entry)
  expect((await refused).text()).toContain(entry)
  expect(await isDefined(page)).toBe(false)
})

test('so is the file that the script loads for another language', { tag: '@proof' }, async ({ page, app }) => {
  const folder = await openPinned(page, app, languages)
  await expect.poll(() => isDefined(page)).toBe(true)
  await expect(load(page, folder + languages)).rejects.toThrow()
})
