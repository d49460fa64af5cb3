import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../scripts/command.ts'
import { forbiddenImports } from '../support/allowed-imports.ts'
import { importCycles } from '../support/import-cycles.ts'

const folders = ['server', 'sandbox', 'components', 'host', 'examples']
const files = folders
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js,vue,svelte}`, { cwd: projectRoot }))
  .filter((file) => !/(^|\/)(node_modules|dist|public)\//.test(file) && !file.endsWith('.d.ts'))
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

test('folders import only what the table allows', () => {
  assert.ok(files.length > 0)
  assert.deepEqual(
    files.flatMap((file) => forbiddenImports(file, read(file))),
    [],
  )
})

test('no files import each other in a cycle', () => {
  const others = globSync('{scripts,test}/**/*.{ts,js}', {
    cwd: projectRoot,
    exclude: (path) => path.endsWith('node_modules'),
  })
  assert.ok(others.includes('test/proofs/simulation/world.ts'))
  assert.deepEqual(importCycles(new Map([...files, ...others].map((file) => [file, read(file)]))), [])
})

/** `npm run try-exchange` compares an exchange with its emulator, which it starts like the adapters' suites. */
const testImportsOfScripts = [
  'scripts/try-exchange/emulators.ts: test/proofs/broken-responses/subjects.ts',
  'scripts/try-exchange/emulators.ts: test/support/emulator-exchange.ts',
  'scripts/try-exchange/try-exchange.ts: test/proofs/broken-responses/subjects.ts',
]

test('scripts import nothing from test, except the emulators of try-exchange', () => {
  const scripts = globSync('scripts/**/*.{ts,js}', { cwd: projectRoot })
  const imports = scripts.flatMap((file) =>
    [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'(?:\.\.\/)+(test\/[^']+)'/g)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  )
  assert.deepEqual(imports.sort(), testImportsOfScripts)
})

test('a cycle of three files is found, type-only imports included', () => {
  const sources = new Map([
    ['a/one.ts', "import type { Two } from './two.ts'"],
    ['a/two.ts', "export { three } from '../b/three.ts'"],
    ['b/three.ts', "const one = await import('../a/one.ts')"],
    ['b/four.ts', "import { three } from './three.ts'\n// import './five.ts'"],
    ['b/five.ts', "import './four.ts'"],
  ])
  assert.deepEqual(importCycles(sources), [['a/one.ts', 'a/two.ts', 'b/three.ts']])
})

test('the sandbox imports exactly the packages in its manifest', () => {
  const { dependencies } = JSON.parse(read('sandbox/package.json')) as { dependencies: Record<string, string> }
  const imports = files
    .filter((file) => file.startsWith('sandbox/'))
    .flatMap((file) => [...read(file).matchAll(/\bfrom '((?:@[^/']+\/)?[^./'][^/']*)/g)].map(([, name]) => name ?? ''))
    .filter((name) => !name.startsWith('node:'))
  assert.deepEqual([...new Set(imports)].sort(), Object.keys(dependencies).sort())
})

/** Code of the contract that a browser may load. The rest is schemas, which need zod. */
const contractInBrowsers = ['server/contract/amount.ts', 'server/contract/console/role.ts']

test('the browser imports only types from the contract, except amounts and roles', () => {
  const browserFiles = files.filter((file) => /^(components|host)\//.test(file))
  const loaded = browserFiles.flatMap((file) => contractFilesLoadedBy(read(file)))
  assert.deepEqual([...new Set(loaded)].sort(), contractInBrowsers)
})

test('a type import of the contract loads nothing, and any other import does', () => {
  const from = "from '../../server/contract/console/page.ts'"
  const page = ['server/contract/console/page.ts']
  assert.deepEqual(contractFilesLoadedBy(`import type { Page } ${from}\nexport type { Page } ${from}`), [])
  assert.deepEqual(contractFilesLoadedBy(`import {\n  type Page,\n  pageSize,\n} ${from}`), page)
  assert.deepEqual(contractFilesLoadedBy(`import { type Page } ${from}`), page)
  assert.deepEqual(contractFilesLoadedBy(`export { pageSize } ${from}`), page)
  assert.deepEqual(contractFilesLoadedBy(`export type A = number\nimport { pageSize } ${from}`), page)
  assert.deepEqual(contractFilesLoadedBy("import '../../server/contract/console/page.ts'"), page)
  assert.deepEqual(contractFilesLoadedBy("await import('../../server/contract/console/page.ts')"), page)
})

function contractFilesLoadedBy(source: string): string[] {
  const statements = source.matchAll(
    /\b(?:import|export)\b(\s+type\b)?(?:(?!\b(?:import|export)\b)[^'"`;])*['"`](?:\.\.\/)+(server\/contract\/[^'"`]+)['"`]/g,
  )
  return [...statements].flatMap(([, type, file]) => (type === undefined && file !== undefined ? [file] : []))
}

const cases: [string, string, boolean][] = [
  ['server/transfers/preview.ts', "import { z } from '../contract/preview.ts'", true],
  ['server/transfers/preview.ts', "import { hono } from '../http/errors.ts'", false],
  ['server/transfers/preview.ts', "import { Hono } from 'hono'", false],
  ['server/contract/preview.ts', "import type { Network } from '../networks/network.ts'", false],
  ['server/contract/preview.ts', "import * as z from 'zod'", true],
  ['server/routes/preview.ts', "import { seed } from '../../sandbox/seed.ts'", false],
  ['server/main.ts', "const { seed } = await import('../sandbox/seed.ts')", false],
  ['sandbox/server.ts', "import { runServer } from 'transfer-link-server'", true],
  ['sandbox/server.ts', "import { runServer } from '../server/index.ts'", false],
  ['sandbox/server.ts', "import { createApp } from '../server/app.ts'", false],
  ['sandbox/exchange/ledger.ts', "import { Amount } from '../../server/contract/amount.ts'", false],
  ['sandbox/exchange/ledger.ts', "import { Amount } from 'transfer-link-server'", false],
  ['sandbox/exchange/ledger.ts', "import { chain } from '../chain/host.ts'", false],
  ['server/helpers/new.ts', 'export const one = 1', false],
  ['server/exchanges/sandbox/sandbox.ts', 'await import(path)', false],
  ['components/embed/transfer-link.ts', "import '../screens/transfer-flow.ts'", false],
  ['components/embed/transfer-link.ts', "await import('../screens/transfer-flow.ts')", false],
  ['components/embed/transfer-link.ts', "import { advance } from '../flow/flow.ts'", false],
  ['components/protocol/payloads.ts', "import type { FlowState } from '../flow/flow-state.ts'", false],
  ['components/screens/transfer-flow.ts', "await import('./leave-dialog.ts')", true],
  ['components/screens/transfer-flow.ts', "import './leave-dialog.ts'", false],
  ['components/flow/flow.ts', "import { Amount } from '../../server/contract/amount.ts'", true],
  ['components/flow/flow.ts', "import type { Preview } from '../../server/contract/preview.ts'", false],
  ['components/ui/asset-row.ts', "import { advance } from '../flow/flow.ts'", false],
  ['components/screens/review.ts', "import './transfer-flow.ts'", false],
  ['host/main.ts', "import '../components/screens/transfer-flow.ts'", true],
  ['host/main.ts', "import { routes } from './console/routes.ts'", false],
  ['host/console/routes.ts', "import('./screens/transfers-screen.ts')", true],
  ['host/console/routes.ts', "import './screens/transfers-screen.ts'", false],
  ['host/console/console-app.ts', "import('./screens/transfers-screen.ts')", false],
  ['host/console/elements/copy-button.ts', "import { copy } from '../../../components/screens/controls.ts'", false],
  ['examples/shop/server.ts', "import { page } from './page.ts'", true],
  ['examples/shop/server.ts', "import { createLinkConnection } from 'transfer-link'", true],
  ['examples/shop/server.ts', "import { createApp } from '../../server/app.ts'", false],
  ['examples/shop/server.ts', "import { main } from '../native/main.ts'", false],
]

for (const [file, line, isAllowed] of cases) {
  test(`${file} ${isAllowed ? 'may' : 'may not'} contain: ${line}`, () => {
    assert.equal(forbiddenImports(file, line).length === 0, isAllowed)
  })
}
