// What the site's page and the hosted page cannot read of each other, and other origins of neither.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { projectRoot } from '../../scripts/command.ts'
import { sendForgedMessages } from '../proofs/messages/send-forged-messages.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { heading, linkFlow } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'
import { type SiteOptions, serveSite } from '../support/site.ts'

const recording = `
globalThis.received = []
const element = document.createElement('transfer-link')
for (const name of ['brokerConnected', 'transferFinished', 'linkEvent', 'exit'])
  element.addEventListener(name, ({ detail }) => received.push([name, detail]))
addEventListener('message', ({ data }) => received.push(['message', data]))
document.body.append(element)`

const receivedBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { received: unknown[][] }).received)

async function openOn(page: Page, app: App, link: string, options: Partial<SiteOptions>) {
  const script = `import '${app.apiUrl}/v1/transfer-link.js'${recording}`
  const site = await serveSite(app, { script, ...options })
  await page.goto(site.url)
  await page.waitForFunction(() => 'received' in globalThis)
  await page.evaluate((url) => document.querySelector('transfer-link')?.openPopup(url), link)
  return site
}

test('5,000 forged messages from every kind of sender: none is accepted, none throws', { tag: '@proof' }, async ({
  browser,
}) => {
  for (const { sender, sent, arrived, accepted, problems } of await sendForgedMessages(browser, 5_000)) {
    expect(arrived, sender).toBeGreaterThanOrEqual(sent)
    expect([...accepted, ...problems], sender).toEqual([])
  }
})

test('a page of another origin than the link’s gets a refused frame, receives no message, and burns no code', async ({
  page,
  app,
  browser,
}) => {
  const link = await createLink(app)
  const stranger = await browser.newPage()
  const refused = stranger.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  const site = await openOn(stranger, app, link.iFrameUrl, { isRegistered: false })
  await refused
  await expect(stranger.getByRole('alert')).toContainText(`callback URL ${new URL(stranger.url()).origin}/`, {
    timeout: 4_000,
  })
  await stranger.evaluate(() => Object.assign(document.querySelector('transfer-link') ?? {}, { accessTokens: [{}] }))
  expect(await receivedBy(stranger)).toEqual([])
  await stranger.close()
  await site.stop()
  await page.goto(link.url)
  await expect(heading(page, texts.chooseAccount.title)).toBeVisible()
})

test('a site whose own policy blocks the frame gets an error message at once', { tag: '@proof' }, async ({
  app,
  browser,
}) => {
  const blocked = await browser.newPage()
  const contentSecurityPolicy = `script-src 'self' ${app.apiUrl}; frame-src 'none'`
  const { iFrameUrl } = await createLink(app)
  const site = await openOn(blocked, app, iFrameUrl, { contentSecurityPolicy, isRegistered: false })
  const alert = blocked.getByRole('alert')
  await expect(alert).toContainText('The window did not open', { timeout: 3_000 })
  await expect(alert).toContainText(`frame-src ${app.apiUrl}`)
  await alert.getByRole('button', { name: 'Close' }).click()
  const [name, detail] = (await receivedBy(blocked)).at(-1) as [string, { error: string }]
  expect(name).toBe('exit')
  expect(detail.error).toContain('security policy')
  await blocked.close()
  await site.stop()
})

test('the policy line of the documentation lets a strict site open a link, also one that is isolated from all others', async ({
  page,
  app,
}) => {
  const readme = await readFile(join(projectRoot, 'docs/src/content/docs/integrate/csp-and-sri.md'), 'utf8')
  const [, line = ''] = /`(script-src http:\/\/localhost:4000; frame-src http:\/\/localhost:4000)`/.exec(readme) ?? []
  expect(line).not.toBe('')
  const own = line.replaceAll('http://localhost:4000', app.apiUrl).replace('script-src', "script-src 'self'")
  const contentSecurityPolicy = `default-src 'none'; ${own}; require-trusted-types-for 'script'; trusted-types 'none'`
  const site = await serveSite(app, {
    script: `import '${app.apiUrl}/v1/transfer-link.js'${recording}`,
    contentSecurityPolicy,
    isIsolated: true,
  })
  const { iFrameUrl } = await createLink({ ...app, shopUrl: site.url })
  await page.goto(site.url)
  await page.waitForFunction(() => 'received' in globalThis && crossOriginIsolated)
  await page.evaluate((url) => document.querySelector('transfer-link')?.openPopup(url), iFrameUrl)
  await expect(heading(linkFlow(page), texts.chooseAccount.title)).toBeVisible()
  await expect(page.getByText('Opening…')).toBeHidden()
  await site.stop()
})

test('a hundred times open and closed leaves no listener, no node and no memory behind', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const script = `import '${app.apiUrl}/v1/transfer-link.js'\ndocument.body.append(document.createElement('transfer-link'))`
  const site = await serveSite(app, { script, isRegistered: false })
  await page.goto(site.url)
  await page.waitForFunction(() => document.querySelector('transfer-link') !== null)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const measure = async () => {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    return { listeners: of('JSEventListeners'), nodes: of('Nodes'), frames: of('Frames'), heap: of('JSHeapUsedSize') }
  }
  const openAndClose = (times: number) =>
    page.evaluate(
      async ([url, count]) => {
        const element = document.querySelector('transfer-link')
        for (let time = 0; time < count; time++) {
          element?.openPopup(`${url}?${time}`)
          await element?.updateComplete
          if (time % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
          element?.closePopup()
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      },
      [`${app.apiUrl}/livez`, times] as const,
    )
  await openAndClose(10)
  const before = await measure()
  await openAndClose(100)
  await expect.poll(async () => (await measure()).frames).toBeLessThanOrEqual(before.frames)
  const after = await measure()
  // A window or two may still wait for the collector: one thing left at each opening would be a hundred.
  expect(after.listeners - before.listeners).toBeLessThan(50)
  expect(after.nodes - before.nodes).toBeLessThan(100)
  expect(after.heap - before.heap).toBeLessThan(150_000)
  await site.stop()
})

test('every reply of the hosted page names who may frame it, and allows its inline scripts by their hashes', async ({
  app,
  request,
}) => {
  const { iFrameUrl, url } = await createLink(app)
  const framed = { [iFrameUrl]: app.shopUrl.slice(0, -1), [url]: app.shopUrl.slice(0, -1) }
  const unknown = new URL(iFrameUrl)
  unknown.searchParams.set('auth_code', 'ac-sandbox-unknown')
  const pages = { ...framed, [unknown.href]: "'none'", [`${unknown.origin}${unknown.pathname}`]: "'none'" }
  for (const [address, ancestors] of Object.entries(pages)) {
    const response = await request.get(address)
    const headers = response.headers()
    const html = await response.text()
    const inline = [...html.matchAll(/<(script|style)>(.*?)<\/\1>/gs)]
    const hashes = (tag: string) =>
      inline.flatMap(([, name, text = '']) =>
        name === tag ? [`'sha256-${createHash('sha256').update(text).digest('base64')}'`] : [],
      )
    const policy = Object.fromEntries(
      headers['content-security-policy']?.split('; ').map((part) => part.split(/ (.*)/s).slice(0, 2)) ?? [],
    )
    const scripts = (policy['script-src'] ?? '').split(' ').toSorted()
    expect(scripts).toEqual([...hashes('script'), "'self'"].toSorted())
    expect(policy['style-src']?.split(' ')).toEqual(expect.arrayContaining(hashes('style')))
    expect({ ...policy, 'script-src': '', 'style-src': '' }).toEqual({
      ...{ 'default-src': "'none'", 'script-src': '', 'style-src': '' },
      ...{ 'img-src': "'self' data:", 'connect-src': "'self'", 'font-src': "'self'" },
      ...{ 'base-uri': "'none'", 'form-action': "'none'", 'frame-ancestors': ancestors },
      ...{ 'require-trusted-types-for': "'script'", 'trusted-types': 'lit-html' },
    })
    expect(headers).toMatchObject({
      ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    })
    const withoutText = html.replaceAll(/(<script[^>]*>).*?<\/script>/gs, '$1')
    expect(withoutText).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
    // Any other script in the page is data, or a file of this server.
    const others = [...withoutText.matchAll(/<script [^>]*>/g)].map(([tag]) => tag)
    expect(others.filter((tag) => !/type="application\/json"| src="\/link-assets\/assets\//.test(tag))).toEqual([])
    expect(others.filter((tag) => tag.includes(' src='))).toHaveLength(1)
  }
})

test('the browser runs the page under its policy without a violation, and preloads its next file', {
  tag: '@proof',
}, async ({ page, app }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.addInitScript(() => {
    Object.assign(globalThis, { violations: [] })
    document.addEventListener('securitypolicyviolation', (event) => {
      ;(globalThis as unknown as { violations: string[] }).violations.push(
        `${event.violatedDirective} ${event.blockedURI}`,
      )
    })
  })
  const link = await createLink(app)
  await page.goto(`${link.url}&look=radius-m:4px`)
  await expect(heading(page, texts.chooseAccount.title)).toBeVisible()
  await expect(page.getByText('Opening…')).toBeHidden()
  const loads = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/sign-in')).length,
    )
  await expect.poll(loads).toBe(1)
  const found = await page.evaluate(() => ({
    violations: (globalThis as unknown as { violations: string[] }).violations,
    radius: getComputedStyle(document.documentElement).getPropertyValue('--tl-radius-m'),
  }))
  expect(found).toEqual({ violations: [], radius: '4px' })
  expect(messages.filter((text) => /policy|integrity|preload/i.test(text))).toEqual([])
})
