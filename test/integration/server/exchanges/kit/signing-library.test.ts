// The signing library costs 40 MB: none of it is there before an integration that needs it is used, and then one file of it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { projectRoot } from '../../../../../scripts/command.ts'

const program = `
  const { registerHooks } = await import('node:module')
  const loaded = []
  registerHooks({ load(url, context, next) { if (url.includes('/ccxt/')) loaded.push(url); return next(url, context) } })
  const { exchangeRegistry } = await import('./server/exchanges/registry.ts')
  const { networkCatalogue } = await import('./server/networks/catalogue.ts')
  const networks = networkCatalogue('production')
  const tools = { now: () => new Date(), networks, waitForRoom: async () => true, inTurn: (key, call) => call(1) }
  const { all } = exchangeRegistry({ sandboxUrl: 'http://127.0.0.1:9' }, tools)
  for (const { health, prices } of all) await Promise.allSettled([health(), prices()])
  const atStart = loaded.length
  const names = () => [...new Set(loaded.flatMap((url) => /ccxt\\/js\\/src\\/([a-z]+)\\.js$/.exec(url)?.[1] ?? []))]
  const { holdings } = all.find(({ type }) => type === 'kraken')
  await holdings({ apiKey: 'a', apiSecret: 'bm9uZQ==' }, '').catch(() => {})
  console.log(JSON.stringify({ registered: all.length, atStart, after: names() }))`

test('no file of the signing library is loaded with all adapters registered and asked for their health, and one exchange alone when it is used', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: projectRoot,
  })
  const { registered, atStart, after } = JSON.parse(stdout)
  assert.ok(registered >= 4, `only ${registered} integrations`)
  assert.equal(atStart, 0)
  assert.deepEqual(after, ['kraken'])
})
