// The README and the pages for integrators, done as they say: its client, its server, its page.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { build, type PluginOption, type Rolldown } from 'vite'
import { texts } from '../../components/texts/en.ts'
import solid from '../../examples/solid/vite.config.ts'
import svelte from '../../examples/svelte/vite.config.ts'
import vue from '../../examples/vue/vite.config.ts'
import { projectRoot } from '../../scripts/command.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { freePort } from '../support/free-ports.ts'
import { enterAmount, linkFlow, sendButton, signIn } from '../support/link-flow.ts'
import { readmeBlock } from '../support/readme.ts'

const run = promisify(execFile)
const used = {
  client: readmeBlock('sh', "client create 'My site'"),
  oneLine: readmeBlock('sh', '/cataloglink?userId=user-1&callbackUrl='),
  server: readmeBlock('js', "} from 'node:http'"),
  page: readmeBlock('html', 'src="http://localhost:4000/v1/transfer-link.js"'),
  start: readmeBlock('sh', 'node server.mjs'),
  outcome: readmeBlock('sh', '/transfers?linkId=$LINK_ID'),
  bundled: readmeBlock('ts', 'createLinkConnection'),
  react: readmeBlock('tsx', 'useLinkConnection'),
  vue: readmeBlock('vue', 'transfer-link/vue'),
  svelte: readmeBlock('svelte', 'transfer-link/svelte'),
  solid: readmeBlock('tsx', 'transfer-link/solid'),
  hashes: readmeBlock('sh', 'integrity.json'),
  pinned: readmeBlock('html', 'integrity="sha384-…"'),
  theme: readmeBlock('css', '--tl-color-bg'),
  connector: readmeBlock('js', 'addWalletConnector'),
  announced: readmeBlock('js', 'eip6963:requestProvider'),
}

interface Site {
  url: string
  credentials: Record<string, string>
  /** The text, with this test's addresses in place of the README's. */
  here(text: string): string
  show(page: Page, html: string): Promise<void>
  stop(): void
}

let site: Site
test.beforeAll(async ({ app }) => {
  site = await startSite(app)
})
test.afterAll(() => site.stop())

/** The README's server for a client made by the README's line. */
async function startSite(app: App): Promise<Site> {
  const port = await freePort()
  const url = `http://localhost:${port}/`
  const here = (text: string) =>
    text
      .replaceAll('http://localhost:4000', app.apiUrl)
      .replaceAll('http://localhost:8080', url.slice(0, -1))
      .replace('(8080)', `(${port})`)
  // With a second callback URL, each link must name one.
  const created = await run('sh', ['-eu', '-c', `${here(used.client).trim()} --callback https://other.example/`], {
    env: { ...process.env, DATA_DIR: app.dataFolder },
  })
  const [CLIENT_ID = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(created.stdout) ?? []
  const [CLIENT_SECRET = ''] = /sk_sandbox_[\w-]{43}/.exec(created.stdout) ?? []
  const credentials = { CLIENT_ID, CLIENT_SECRET }
  mkdirSync(join(projectRoot, '.data'), { recursive: true })
  const folder = mkdtempSync(join(projectRoot, '.data/readme-'))
  writeFileSync(join(folder, 'server.mjs'), here(used.server))
  writeFileSync(join(folder, 'page.html'), '')
  // `exec`, so that stopping the process stops the server.
  const start = filled(used.start, credentials).replace('node ', 'exec node ')
  const server = spawn('sh', ['-eu', '-c', start], { cwd: folder })
  await untilOpen(url, server)
  return {
    url,
    credentials,
    here,
    async show(page, html) {
      writeFileSync(join(folder, 'page.html'), html)
      await page.goto(url)
    },
    stop() {
      server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The lines with a value in place of each `NAME=…`. */
function filled(lines: string, values: Record<string, string>): string {
  return lines.replace(/(\w+)=…/g, (_, name: string) => `${name}=${values[name]}`)
}

async function untilOpen(url: string, server: ChildProcess): Promise<void> {
  const isOpen = async () => (await fetch(url).catch(() => null))?.ok === true
  await expect.poll(async () => server.exitCode !== null || (await isOpen()), { timeout: 20_000 }).toBe(true)
  expect(server.exitCode).toBeNull()
}

async function addFunds(page: Page) {
  await page.getByRole('button', { name: 'Add funds' }).click()
  const flow = linkFlow(page)
  await expect(flow.getByRole('heading', { name: texts.chooseAccount.title })).toBeVisible()
  return flow
}

test('client, server, page and style sheet of the README bring a transfer about, and its server learns of it', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const responded = page.waitForResponse(`${site.url}link`)
  await site.show(page, `${site.here(used.page)}<style>${used.theme}</style>`)
  const flow = await addFunds(page)
  const background = flow.locator(':root').evaluate((root) => getComputedStyle(root).getPropertyValue('--tl-color-bg'))
  expect((await background).trim()).toBe('#fffdf8')
  const outline = page.locator('transfer-link dialog').evaluate((dialog) => getComputedStyle(dialog).outlineStyle)
  expect(await outline).toBe('solid')
  const { linkId: LINK_ID } = (await (await responded).json()) as { linkId: string }
  // One destination for one token: there is no asset to choose.
  await signIn(flow, 'user_good')
  await enterAmount(flow, '2.5')
  await sendButton(flow).click()
  await flow.getByRole('button', { name: texts.common.done }).click()
  await expect.poll(() => said.map((line) => line.split(' ')[0])).toEqual(['connected', 'finished', 'closed'])

  const { stdout } = await run('sh', ['-eu', '-c', filled(site.here(used.outcome), { ...site.credentials, LINK_ID })])
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'ok',
    content: { transfers: [{ status: 'Succeeded', amount: 2.5 }] },
  })
})

test('the page of the README opens a new link when the user requests one', async ({ page }) => {
  const responded = page.waitForResponse(`${site.url}link`)
  const opened = page.waitForResponse((response) => {
    return response.url().endsWith('/api/v1/link/session') && response.request().method() === 'POST'
  })
  await site.show(page, site.here(used.page))
  await addFunds(page)
  const { iFrameUrl } = (await (await responded).json()) as { iFrameUrl: string }
  // A link that is left before it has opened can be opened again. The first screen is visible before that.
  await (await opened).finished()
  await page.reload()
  await page.locator('transfer-link').evaluate((link, url) => {
    const element = link as HTMLElement & { openPopup(url: string): void }
    element.openPopup(url)
  }, iFrameUrl)
  const flow = linkFlow(page)
  await flow.getByRole('button', { name: texts.linkEnded.newLink }).click()
  await expect(flow.getByRole('heading', { name: texts.chooseAccount.title })).toBeVisible()
})

/** A page with a script made as a bundler makes it, whose imports are those of the package. */
async function bundled(
  file: string,
  text: string,
  { start, plugins = [] }: { start?: string; plugins?: PluginOption | undefined } = {},
): Promise<string> {
  const root = mkdtempSync(join(projectRoot, '.data/readme-bundle-'))
  try {
    writeFileSync(join(root, file), text)
    const input = join(root, start === undefined ? file : 'start.ts')
    if (start !== undefined) writeFileSync(input, start)
    const made = (await build({
      root,
      configFile: false,
      plugins: [plugins],
      logLevel: 'error',
      build: { write: false, rolldownOptions: { input, output: { codeSplitting: false } } },
    })) as Rolldown.RolldownOutput
    return made.output[0].code.replaceAll('</script', '<\\/script')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

test('createLinkConnection opens a link in a page that a bundler made', { tag: '@proof' }, async ({ page }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const script = await bundled('page.ts', used.bundled)
  await site.show(page, `<!doctype html><button>Add funds</button><script type="module">${script}</script>`)
  const flow = await addFunds(page)
  await flow.getByRole('button', { name: texts.common.close }).first().click()
  await expect.poll(() => said.some((line) => line.startsWith('closed'))).toBe(true)
})

for (const [name, block] of Object.entries({ package: used.connector, 'script tag': used.announced }))
  test(`a page with the ${name} announces its wallet whenever one is requested`, async ({ page }) => {
    const script = await bundled('page.js', `const provider = { request: async () => [] }\n${block}`)
    await site.show(page, `<!doctype html><script type="module">${script}</script>`)
    const names = await page.evaluate(() => {
      const found: string[] = []
      addEventListener('eip6963:announceProvider', (event) => found.push((event as CustomEvent).detail.info.name))
      dispatchEvent(new Event('eip6963:requestProvider'))
      return found
    })
    expect(names).toEqual(['Phone wallet'])
  })

test('the React component opens a link', async ({ page }) => {
  const start = `import { createRoot } from 'react-dom/client'\ncreateRoot(document.querySelector('main')!).render(<AddFunds />)\n`
  const script = await bundled('page.tsx', used.react + start)
  await site.show(page, `<!doctype html><main></main><script type="module">${script}</script>`)
  await addFunds(page)
})

const components = [
  {
    ...{ file: 'app.vue', block: used.vue, plugins: vue.plugins },
    start: "import { createApp } from 'vue'\nimport App from './app.vue'\ncreateApp(App).mount('#app')",
  },
  {
    ...{ file: 'app.svelte', block: used.svelte, plugins: svelte.plugins },
    start:
      "import { mount } from 'svelte'\nimport App from './app.svelte'\nmount(App, { target: document.querySelector('#app') })",
  },
  { file: 'app.tsx', block: used.solid, plugins: solid.plugins, start: "import './app.tsx'" },
]
for (const { file, block, plugins, start } of components)
  test(`the block for ${file} opens a link, and follows its exit`, async ({ page }) => {
    const script = await bundled(file, block, { start, plugins })
    await site.show(page, `<!doctype html><div id="app"></div><script type="module">${script}</script>`)
    const flow = await addFunds(page)
    await flow.getByRole('button', { name: texts.common.close }).first().click()
    await expect(page.locator('iframe')).toHaveCount(0)
    await addFunds(page)
  })

test('<TransferLink> opens its url, sets its ref, calls its newest callback, and closes when it is removed', {
  tag: '@proof',
}, async ({ page }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const script = await bundled(
    'page.tsx',
    `import { useEffect, useRef, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    import { TransferLink } from 'transfer-link/react'

    function Page() {
      const [url, setUrl] = useState<string | null>(null)
      const [isThere, setThere] = useState(true)
      const element = useRef(null)
      useEffect(() => console.log('ref', element.current.localName, element.current.id, element.current.style.color), [])
      const confirmClose = (event) => { event.preventDefault(); console.log('close requested') }
      const addFunds = async () => setUrl((await (await fetch('/link', { method: 'POST' })).json()).iFrameUrl)
      Object.assign(window, { leave: () => setThere(false), close: () => element.current.requestClose() })
      const exit = () => console.log('closed', url === null ? 'by an old callback' : 'by the newest')
      return <><button onClick={addFunds}>Add funds</button>{isThere &&
        <TransferLink ref={element} id="funds" style={{ color: 'red' }} url={url} theme="dark" onCloseRequest={confirmClose} onExit={exit} />}</>
    }
    createRoot(document.querySelector('main')!).render(<Page />)`,
  )
  await site.show(page, `<!doctype html><main></main><script type="module">${script}</script>`)
  const flow = await addFunds(page)
  await expect(flow.locator(':root')).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => {
    const { close, leave } = window as unknown as Record<'close' | 'leave', () => void>
    close()
    leave()
  })
  await expect(page.locator('transfer-link')).toHaveCount(0)
  expect(said.filter((line) => /^(ref|close)/.test(line))).toEqual([
    ...['ref transfer-link funds red', 'close requested', 'closed by the newest'],
  ])
})

test('the pinned script runs under the hash that the server publishes', async ({ page }) => {
  const { stdout } = await run('sh', ['-eu', '-c', site.here(used.hashes)])
  const { files } = JSON.parse(stdout) as { files: Record<string, string> }
  await site.show(page, site.here(used.pinned).replace('sha384-…', files['transfer-link.js'] ?? ''))
  await page.waitForFunction(() => customElements.get('transfer-link') !== undefined)
})
