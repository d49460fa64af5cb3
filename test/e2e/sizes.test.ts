// What a transfer weighs on the wire, as the server really sends it, so that it does not grow unseen.
import { get, type IncomingHttpHeaders } from 'node:http'
import { languages } from '../../components/texts/choose-language.ts'
import { texts } from '../../components/texts/en.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseAsset, enterAmount, enterCode, openPage, sendButton, signIn } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'

const pageBytes = 10_000
/** A little more than what is loaded today: 72,277 bytes. */
const transferBytes = 75_000

interface Sent {
  bytes: number
  text: string
  headers: IncomingHttpHeaders
}

function fetchRaw(url: string, encoding = 'br'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const body = Buffer.concat(parts)
        resolve({ bytes: body.length, text: body.toString(), headers: response.headers })
      })
    }).on('error', reject)
  })
}

test('the page with the data of the first screen is small in every language', { tag: '@proof' }, async ({ app }) => {
  for (const language of languages) {
    const { iFrameUrl } = await createLink(app)
    expect((await fetchRaw(`${iFrameUrl}&lng=${language}`)).bytes, language).toBeLessThanOrEqual(pageBytes)
  }
})

test('a whole transfer, from the first byte to the receipt, loads at most 75 KB', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const inEnglish = ({ url }: { url: string }) => `${url}&lng=en`
  const loaded = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    if (!/document|script|stylesheet|image|font/.test(request.resourceType())) return
    loaded.set(new URL(request.url()).pathname, (await request.sizes()).responseBodySize)
  })
  const link = await createLink(app)
  const flow = await openPage(page, { ...link, url: inEnglish(link) })
  await signIn(flow, 'user_mfa')
  await enterCode(flow, '123456')
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '13')
  await sendButton(flow).click()
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()

  const total = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)
  test.info().annotations.push({ type: 'bytes', description: `${total}: ${JSON.stringify([...loaded])}` })
  expect(total).toBeLessThanOrEqual(transferBytes)
})

test('each file of the page is cached forever, and the page itself is not', async ({ app }) => {
  const { iFrameUrl } = await createLink(app)
  const page = await fetchRaw(iFrameUrl, 'identity')
  expect(page.headers['cache-control']).toBe('no-store')
  for (const [path] of page.text.matchAll(/\/link-assets\/[\w./-]+/g))
    expect((await fetchRaw(new URL(path, app.apiUrl).href)).headers['cache-control']).toContain('immutable')
})
