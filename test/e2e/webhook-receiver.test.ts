// The page of the sandbox's webhook receiver, with the receiver alone: no server sends to it, the test does.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { Webhook } from 'standardwebhooks'
import { listenOnLoopback } from '../../sandbox/exchange/http.ts'
import { slowMs } from '../../sandbox/webhooks/mode.ts'
import { type Receiver, startReceiver } from '../../sandbox/webhooks/receiver.ts'
import { receiverRoutes } from '../../sandbox/webhooks/receiver-routes.ts'
import { expectNoViolations } from '../support/violations.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const ca = readFileSync(new URL('../../sandbox/webhooks/certificates/authority.pem', import.meta.url), 'utf8')
let folder: string
let receiver: Receiver
let server: { port: number; close(): void }
let waits: number[]
test.beforeEach(async ({ page }) => {
  folder = await mkdtemp(join(tmpdir(), 'receiver-'))
  waits = []
  const wait = async (ms: number) => void waits.push(ms)
  receiver = await startReceiver({ folder, ports: { http: 0, https: 0 }, now: Date.now, wait })
  server = await listenOnLoopback(receiverRoutes(receiver, 'http://localhost:4000'), 0)
  await page.goto(`http://localhost:${server.port}/`)
})
test.afterEach(async () => {
  server.close()
  await receiver.close()
  await rm(folder, { recursive: true })
})

/** The status of the response, or the code of the error. */
function send(url: string, body = '{"id":"event-1","type":"test"}'): Promise<number | string> {
  const at = new Date()
  const headers = {
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('event-1', at, body),
  }
  const request = url.startsWith('https') ? requestTls : requestPlain
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, ca, agent: false }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    )
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end(body)
  })
}

const requests = (page: Page) => page.getByRole('list', { name: 'Requests' }).getByRole('listitem')

const switches = [
  ['Down', 'Connections are refused.', 'ECONNREFUSED', 'ECONNREFUSED'],
  ['Slow', 'Every response takes 20 s', 200, 200],
  ['500 for a minute', 'Every request gets a 500', 500, 500],
  ['Wrong certificate', 'the certificate of another name', 200, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['410 Gone', 'Every request gets a 410', 410, 410],
] as const

test('each switch makes the receiver behave so, and Up ends it', async ({ page }) => {
  const up = page.getByRole('button', { name: 'Up', exact: true })
  for (const [name, about, http, https] of switches)
    await test.step(name, async () => {
      waits = []
      const button = page.getByRole('button', { name, exact: true })
      await expect(up).toHaveAttribute('aria-pressed', 'true')
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await expect(up).toHaveAttribute('aria-pressed', 'false')
      await expect(page.getByText(about)).toBeVisible()
      expect([await send(receiver.urls.http), await send(receiver.urls.https)]).toEqual([http, https])
      expect(waits).toEqual(name === 'Slow' ? [slowMs, slowMs] : [])
      await expectNoViolations(page)

      await up.click()
      await expect(page.getByText('Every request gets a 200.')).toBeVisible()
      expect([await send(receiver.urls.http), await send(receiver.urls.https)]).toEqual([200, 200])
      await expect(requests(page).first()).toContainText('200')
    })
})

test('a request is shown with the result of its signature, and its body as text', async ({ page }) => {
  await expect(page.getByText('No requests yet.')).toBeVisible()
  await send(receiver.urls.http, '{"type":"<img src=x>"}')
  await expect(requests(page)).toContainText(['Not checked: enter the secret first.'])
  await expect(requests(page).getByText('<img src=x>').first()).toBeVisible()
  expect(await page.locator('li img').count()).toBe(0)

  await page.getByLabel('Secret', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Add secret' }).click()
  await expect(page.getByText('Secrets: 1.')).toBeVisible()
  await send(receiver.urls.http)
  await expect(requests(page).first()).toContainText('The signature verifies.')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(requests(page)).toHaveCount(0)
})

test('on a phone nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await send(receiver.urls.http)
  await requests(page).first().click()
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths).toEqual([360, 360])
  await expectNoViolations(page)
})
