import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { runCommand } from '../../scripts/command.ts'
import { bundledWithServer } from '../../scripts/release/locked.ts'
import { freePort } from '../support/free-ports.ts'
import { writePageFiles } from '../support/readme.ts'
import { folder, packed } from './packed.ts'
import { emptyProject, linkFromWorkspace, linkServerPackage } from './project.ts'

const run = promisify(execFile)
const project = emptyProject('backend')
const command = join(project, 'node_modules/.bin/transfer-link')
before(() => linkServerPackage(project))

test('the server package contains only files that Node runs without compiling', () => {
  const files = packed.find(({ name }) => name === 'transfer-link-server')?.files ?? []
  assert.deepEqual(
    files.filter((file) => !/^dist\/|^(LICENSE|NOTICE|README\.md|package\.json|bin\.js)$/.test(file)),
    [],
  )
  assert.deepEqual(
    files.filter((file) => /\.ts$/.test(file) && !file.endsWith('.d.ts')),
    [],
  )
  for (const file of [
    'hosted/index.html',
    'hosted/.vite/manifest.json',
    'hosted/renderer.js',
    'browser/transfer-link.js',
    'console/index.html',
  ])
    assert.ok(files.includes(`dist/${file}`), file)
})

test('the list of packages that the renderer contains is complete', () => {
  const renderer = readFileSync(join(project, 'node_modules/transfer-link-server/dist/hosted/renderer.js'), 'utf8')
  const files = renderer.matchAll(/^\/\/.*node_modules\/((?:@[\w-]+\/)?[\w.-]+)\/.*$/gm)
  const contained = [...new Set([...files].map(([, name = '']) => name))]
  assert.ok(contained.length > 5)
  assert.deepEqual(
    contained.filter((name) => !bundledWithServer.includes(name)),
    [],
  )
})

test('the first screen is rendered without the custom elements of an app around the server, and leaves them alone', async () => {
  const own = { get: () => undefined, define: () => assert.fail('an element was registered') }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'customElements')
  Object.defineProperty(globalThis, 'customElements', { value: own, writable: true, configurable: true })
  try {
    const renderer = join(project, 'node_modules/transfer-link-server/dist/hosted/renderer.js')
    const { renderFirstScreen } = await import(pathToFileURL(renderer).href)
    assert.equal(globalThis.customElements, own)
    const data = { app: 'Northwind', provider: null, transfersEnabled: true, integrations: [] }
    assert.match(await renderFirstScreen({ language: 'en', locale: 'en', data }), /<choose-account-screen/)
    assert.equal(globalThis.customElements, own)
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'customElements')
    else Object.defineProperty(globalThis, 'customElements', before)
  }
})

test('npx runs the command, which prints its usage', async () => {
  const { stdout } = await run('npx', ['--no-install', 'transfer-link', '--help'], { cwd: project })
  assert.match(stdout, /^Usage: transfer-link <command>/)
  assert.match(stdout, /client create/)
})

test('the installed server starts with an empty folder, and serves its API, its page and its script', async () => {
  const port = await freePort()
  const dataFolder = mkdtempSync(join(folder, 'data-'))
  const env = {
    ...process.env,
    PORT: `${port}`,
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
    TRANSFER_ENV: 'sandbox',
  }
  const server = spawn(process.execPath, [command, 'serve'], {
    cwd: project,
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  after(() => void server.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  assert.deepEqual(await untilReady(`${url}/livez`, server), { alive: true })
  const [page, script] = await Promise.all([
    fetch(`${url}/any-client/broker-connect`),
    fetch(`${url}/v1/transfer-link.js`),
  ])
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<script [^>]*type="module"/)
  assert.match(script.headers.get('content-type') ?? '', /javascript/)
  assert.ok((await script.text()).includes('customElements'))
  assert.ok(readdirSync(dataFolder).length > 0)
  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')
  assert.equal(code, 0)
})

test('the exports of the package are enough to build an app', async () => {
  const settings = { DATA_DIR: mkdtempSync(join(folder, 'own-')), LOG_LEVEL: 'silent' }
  const lines = `
    import { createApp, createDeps, readConfig } from 'transfer-link-server'
    const deps = await createDeps(readConfig(${JSON.stringify(settings)}))
    const response = await createApp(deps).request('/livez')
    console.log(response.status, deps.exchanges.all.map(({ type }) => type).join())
    await deps.database.close()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', lines], { cwd: project })
  assert.match(stdout, /^200 sandbox,/)
})

test('its types are correct under strict TypeScript', async () => {
  linkFromWorkspace(project, '@types/node')
  writeFileSync(
    join(project, 'program.ts'),
    `import { type AppDeps, createApp, type Exchange, type Database, createDeps, openStorage, readConfig } from 'transfer-link-server'
export const app = (deps: AppDeps) => createApp(deps).fetch
export const deps: Promise<AppDeps> = createDeps(readConfig(process.env))
export const storage: Promise<Database> = openStorage(readConfig(process.env))
export const feeAsset = (exchange: Exchange): string => exchange.type
// @ts-expect-error: an app needs its parts
createApp({})
`,
  )
  const ownChecks = writePageFiles('docs/src/content/docs/operate/risk-checks.md', project)
  const compilerOptions = {
    ...{ module: 'node16', moduleResolution: 'node16', target: 'es2023', lib: ['es2024'], types: ['node'] },
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
  }
  const config = join(project, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['program.ts', ...ownChecks] }))
  const { code, output } = await runCommand('tsc', ['-p', config], { quiet: true })
  assert.equal(code, 0, output)
})

async function untilReady(url: string, server: ChildProcess): Promise<unknown> {
  const errors: string[] = []
  server.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && server.exitCode === null) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return ((await response.json()) as { content: unknown }).content
    await pause(50)
  }
  throw new Error(`The installed server did not respond: ${errors.join('')}`)
}
