// Sends forged messages to the element on a site's page and to the hosted page in its frame: every kind of sender, with every type of
// message, with valid and malformed payloads. None may be accepted, and none may throw.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Frame, Page } from 'playwright'
import { readFrameMessage, readSiteMessage } from '../../../components/protocol/link-messages.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { bundle } from '../../support/bundle.ts'
import { brokenForms, frameSamples, type Message, siteSamples } from '../../support/message-samples.ts'
import { floodPort, forgedWords, notedWallet, sendForgedHandshakes, silentSite } from './send-forged-handshakes.ts'

interface ForgedMessageCount {
  sender: string
  sent: number
  arrived: number
  accepted: string[]
  problems: string[]
}

interface Watched {
  arrived: number
  accepted: string[]
  problems: string[]
}

declare global {
  var watched: Watched
  /** Sends every message to the hosted page's end of a bridge, and returns which were accepted. */
  var floodWith: (words: unknown[]) => Promise<{ sent: number; taken: string[] }>
}

/** Three origins, all served by the test itself: no request leaves the browser. */
const site = 'http://site.test'
const link = 'http://link.test'
const evil = 'http://evil.test'
const batch = 500

/** At least `count` messages in total, equally many of each sender. */
export async function sendForgedMessages(
  browser: Browser,
  count: number,
  log = (_: string) => {},
): Promise<ForgedMessageCount[]> {
  const context = await browser.newContext()
  try {
    await serve(context)
    const page = await context.newPage()
    await page.goto(`${site}/`)
    await page.waitForFunction(() => customElements.get('transfer-link') !== undefined)
    await page.evaluate((url) => document.querySelector('transfer-link')?.openPopup(url), `${link}/hosted`)
    // The page has loaded, and has received the site's tokens.
    await untilWatched(page, 'accepted', 1)
    const hosted = page.frames().find((each) => each.url() === `${link}/hosted`) as Frame
    await untilWatched(hosted, 'accepted', 1)
    const counts: ForgedMessageCount[] = []
    const all = await senders(page, hosted, context)
    const share = Math.ceil(count / (all.length + 1))
    const sendForged = async (sender: Sender) => {
      const counted = await flood(page, hosted, sender, share)
      counts.push(counted)
      log(`${counted.sender}: ${counted.arrived}`)
    }
    for (const sender of all) await sendForged(sender)
    await provesSomething(page, hosted)
    for (const counted of await sendForgedBridgeMessages(page, hosted, context, share)) {
      counts.push(counted)
      log(`${counted.sender}: ${counted.arrived}`)
    }
    await hosted.goto(`${evil}/`)
    const send = (messages: unknown[]) => hosted.evaluate(postAll, { messages, target: 'parent' })
    await sendForged({ name: 'the right window, gone to another origin', to: 'site', messages: frameSamples, send })
    return counts
  } finally {
    await context.close()
  }
}

/** To the site's page, or to the hosted page in its frame. */
type Target = 'site' | 'hosted'
interface Sender {
  name: string
  to: Target
  messages: unknown[]
  send(messages: unknown[]): Promise<unknown>
}

/** Data that is not a message. */
const oddities: unknown[] = [
  ...[null, undefined, true, 0, Number.NaN, 10n, 'loaded', 'x'.repeat(10_000), [], [[]], {}, new Date(0), /x/],
  ...[{ type: null }, { type: ['loaded'] }, { type: 'constructor' }, { type: '__proto__' }, { type: 'LOADED' }],
]

async function senders(page: Page, hosted: Frame, context: BrowserContext): Promise<Sender[]> {
  const frame = (name: string) => page.frame({ name }) as Frame
  const inner = hosted.childFrames()[0] as Frame
  const popup = (opener: Page | Frame, url: string) => openWindow(context, opener, url)
  const toSite = [...frameSamples, ...oddities]
  const toHosted = [...siteSamples, ...oddities]
  const bad = (samples: Message[], read: (data: unknown) => unknown) =>
    [...samples.flatMap(brokenForms), ...oddities].filter((message) => read(message) === null)
  const post = (where: Frame | Page, target: string) => (messages: unknown[]) =>
    where.evaluate(postAll, { messages, target })
  const from = (name: string, to: Target, messages: unknown[], send: Sender['send']) => ({ name, to, messages, send })
  return [
    from('a frame of another origin', 'site', toSite, post(frame('evil'), 'parent')),
    from('another frame of the link’s origin', 'site', toSite, post(frame('other'), 'parent')),
    from('a frame without an origin', 'site', toSite, post(frame('opaque'), 'parent')),
    from('a frame of the site’s own origin', 'site', toSite, post(frame('own'), 'parent')),
    from('the site’s page itself', 'site', toSite, post(page, 'self')),
    from('a script that makes up events', 'site', toSite, (messages) => page.evaluate(dispatchAll, { messages, link })),
    from('a window of another origin', 'site', toSite, post(await popup(page, `${evil}/`), 'opener')),
    from('a window of the link’s origin', 'site', toSite, post(await popup(page, `${link}/`), 'opener')),
    from('a frame inside the hosted page', 'site', toSite, post(inner, 'top')),
    from(
      'the hosted page itself, broken messages',
      'site',
      bad(frameSamples, readFrameMessage),
      post(hosted, 'parent'),
    ),
    from('another frame of the site', 'hosted', toHosted, post(frame('own'), 'link')),
    from('a frame inside it', 'hosted', toHosted, post(inner, 'parent')),
    from('a window that it opened', 'hosted', toHosted, post(await popup(hosted, `${evil}/`), 'opener')),
    from('the site itself, broken messages', 'hosted', bad(siteSamples, readSiteMessage), post(page, 'link')),
  ]
}

async function openWindow(context: BrowserContext, opener: Page | Frame, url: string): Promise<Page> {
  const [opened] = await Promise.all([context.waitForEvent('page'), opener.evaluate((to) => void window.open(to), url)])
  await opened.waitForLoadState()
  return opened
}

/** The wallets of the site's page: no malformed call reaches them, and only the site's port is accepted. */
async function sendForgedBridgeMessages(
  page: Page,
  hosted: Frame,
  context: BrowserContext,
  share: number,
): Promise<ForgedMessageCount[]> {
  await clearWatched([page, hosted])
  const sent = await floodPort(hosted, share)
  const { accepted, problems } = await page.evaluate(() => globalThis.watched)
  const words = await hosted.evaluate((all) => globalThis.floodWith(all), forgedWords)
  const inner = hosted.childFrames()[0] as Frame
  const names = await sendForgedHandshakes(page, hosted, [
    { where: page.frame({ name: 'own' }) as Frame, target: 'link', nonce: 'known' },
    { where: inner, target: 'parent', nonce: 'known' },
    { where: await openWindow(context, hosted, `${evil}/`), target: 'opener', nonce: 'known' },
    { where: page, target: 'link', nonce: 'unknown' },
  ])
  // Only the last call was valid.
  const taken = accepted.filter((each, index) => index < accepted.length - 1 || each !== 'wallet: eth_accounts')
  const count = (sender: string, of: number, wrong: string[] = []) => ({
    sender,
    sent: of,
    arrived: of,
    accepted: wrong,
    problems,
  })
  return [
    count('to a wallet: calls over the bridge', sent, taken),
    count('to the hosted page: words over the bridge', words.sent, words.taken),
    count(
      'to the hosted page: ports',
      4,
      names.filter((name) => name !== 'True'),
    ),
  ]
}

async function clearWatched(all: (Page | Frame)[]): Promise<void> {
  for (const each of all)
    await each.evaluate(() => Object.assign(globalThis, { watched: { arrived: 0, accepted: [], problems: [] } }))
}

async function flood(
  page: Page,
  hosted: Frame,
  { name, to, messages, send }: Sender,
  share: number,
): Promise<ForgedMessageCount> {
  const target = to === 'site' ? page : hosted
  await clearWatched([page, hosted])
  for (let sent = 0; sent < share; sent += batch) {
    const size = Math.min(batch, share - sent)
    await send(Array.from({ length: size }, (_, at) => messages[(sent + at) % messages.length]))
    await untilWatched(target, 'arrived', sent + size)
  }
  const watched = await Promise.all([page, hosted].map((each) => each.evaluate(() => globalThis.watched)))
  return {
    sender: `to the ${to === 'site' ? 'site' : 'hosted page'}: ${name}`,
    sent: share,
    arrived: watched[to === 'site' ? 0 : 1]?.arrived ?? 0,
    accepted: watched.flatMap(({ accepted }) => accepted),
    problems: watched.flatMap(({ problems }) => problems),
  }
}

/** Posts each message to a window, which may be another one. Runs in a page. */
function postAll({ messages, target }: { messages: unknown[]; target: string }) {
  const { parent, opener, top } = window
  const find = () => {
    const { document } = window.top as Window
    return document.querySelector('transfer-link')?.shadowRoot?.querySelector('iframe')?.contentWindow
  }
  const to = target === 'link' ? find() : { parent, opener, top, self: window }[target]
  for (const message of messages) to?.postMessage(message, '*')
}

/** Events that claim the right origin and the right window. */
function dispatchAll({ messages, link }: { messages: unknown[]; link: string }) {
  const source = document.querySelector('transfer-link')?.shadowRoot?.querySelector('iframe')?.contentWindow ?? null
  for (const data of messages) window.dispatchEvent(new MessageEvent('message', { data, origin: link, source }))
}

/** Afterwards, both sides still accept a real message. */
async function provesSomething(page: Page, hosted: Frame): Promise<void> {
  await hosted.evaluate(() => parent.postMessage({ type: 'credentialsEntered' }, '*'))
  await untilWatched(page, 'accepted', 1)
  await page.evaluate(() => document.querySelector('transfer-link')?.requestClose())
  await untilWatched(hosted, 'accepted', 1)
}

async function untilWatched(where: Page | Frame, what: 'arrived' | 'accepted', least: number): Promise<void> {
  const isThere = ([name, expected]: readonly ['arrived' | 'accepted', number]) => {
    const { [name]: found } = globalThis.watched
    return (typeof found === 'number' ? found : found.length) >= expected
  }
  await where.waitForFunction(isThere, [what, least] as const, { polling: 10 })
}

const watch = `
globalThis.watched = { arrived: 0, accepted: [], problems: [] }
addEventListener('message', () => { watched.arrived++ })
addEventListener('error', ({ message }) => watched.problems.push(message))
addEventListener('unhandledrejection', ({ reason }) => watched.problems.push(String(reason)))
const accept = (what) => watched.accepted.push(what)
`

const sitePage = `<!doctype html><title>Site</title><transfer-link></transfer-link>
<iframe name="evil" src="${evil}/"></iframe><iframe name="other" src="${link}/"></iframe>
<iframe name="own" src="/empty"></iframe><iframe name="opaque" sandbox="allow-scripts" src="/empty"></iframe>
<script>${silentSite}${watch}${notedWallet}
const element = document.querySelector('transfer-link')
for (const name of ['brokerConnected', 'transferFinished', 'linkEvent', 'closeRequest', 'exit'])
  element.addEventListener(name, () => accept(name))
element.accessTokens = [{ accessToken: 'held', brokerType: 'sandbox' }]
</script><script type="module" src="/transfer-link.js"></script>`

const hostedPage = (
  script: string,
) => `<!doctype html><title>Hosted</title><iframe src="${evil}/"></iframe><script>${watch}
addEventListener('message', ({ data }) => { if (data?.type === 'walletPort' && data.nonce === 'text') accept('walletPort') })
globalThis.flow = Object.assign(new EventTarget(), {
  requestClose: () => accept('closeRequested'),
  end: () => accept('closed'),
})
Object.defineProperty(flow, 'accessTokens', { set: () => accept('frontAccessTokens') })
</script><script type="module">${script}</script>`

async function serve(context: BrowserContext): Promise<void> {
  const folder = join(projectRoot, 'server/dist/browser')
  const shell = await readFile(join(folder, 'transfer-link.js'), 'utf8')
  const bridgeHost = await readFile(join(folder, 'wallet-bridge.js'), 'utf8')
  const bridge = await bundle(`import { bridgePage } from '${projectRoot}/host/page-bridge.ts'
    import { connectWalletBridge, overPort } from '${projectRoot}/components/flow/wallet-bridge-client.ts'
    bridgePage(flow, '${site}')
    globalThis.connectBridge = () => connectWalletBridge('${site}')
    globalThis.floodWith = async (words) => {
      const { port1, port2 } = new MessageChannel()
      const wallets = overPort(port2)
      const taken = []
      wallets.onChange(() => taken.push('a change'))
      // Only the real message at the end may settle the request.
      const request = wallets.request('1', 'eth_accounts').then((result) => result === 'true' || taken.push('a response'), () => taken.push('a refusal'))
      for (const word of words) port1.postMessage(word)
      port1.postMessage({ type: 'answer', id: 1, result: 'true' })
      await request
      return { sent: words.length, taken }
    }
    parent.postMessage({ type: 'loaded' }, '${site}')`)
  const pages: Record<string, [type: string, body: string]> = {
    [`${site}/`]: ['text/html', sitePage],
    [`${site}/empty`]: ['text/html', ''],
    [`${site}/transfer-link.js`]: ['text/javascript', shell],
    [`${site}/wallet-bridge.js`]: ['text/javascript', bridgeHost],
    [`${link}/hosted`]: ['text/html', hostedPage(bridge.code)],
    [`${link}/`]: ['text/html', ''],
    [`${evil}/`]: ['text/html', ''],
  }
  await context.route('**/*', (route) => {
    const [contentType, body] = pages[route.request().url()] ?? ['text/plain', '']
    return route.fulfill({ contentType, body })
  })
}
