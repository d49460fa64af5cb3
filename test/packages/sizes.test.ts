// The size of the browser package in a site, after gzip, and of the operator's console. test/e2e/sizes.test.ts measures the hosted page.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { projectRoot } from '../../scripts/command.ts'
import { bundle } from '../support/bundle.ts'
import './packed.ts'

const connect = `import { createLinkConnection } from 'transfer-link'
createLinkConnection({}).openPopup(location.hash)`

test('before a link is opened a site loads at most 1.5 KB', async () => {
  const { initial, whole } = await bundle(connect)
  assert.ok(initial <= 1_500, `${initial} bytes`)
  assert.ok(whole > initial, 'the element comes later')
})

test('the file for a script tag, with Lit, is at most 9.1 KB', () => {
  const file = readFileSync(join(projectRoot, 'server/dist/browser/transfer-link.js'))
  const { length } = gzipSync(file, { level: 9 })
  assert.ok(length <= 9_100, `${length} bytes`)
})

test('the wallet bridge of a site’s page, with Solana wallets, is at most 3 KB', () => {
  const file = readFileSync(join(projectRoot, 'server/dist/browser/wallet-bridge.js'))
  const { length } = gzipSync(file, { level: 9 })
  assert.ok(length <= 3_072, `${length} bytes`)
})

test('the first screen of the operator’s console is at most 45 KB after brotli', () => {
  const folder = join(projectRoot, 'server/dist/console')
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const first = readdirSync(join(folder, 'assets')).find((name) => /^attention-screen-.*\.js$/.test(name))
  assert.ok(first !== undefined)
  const loaded = new Set(['index.html', `assets/${first}`])
  // The page names its files, and a script those that it imports. What it imports later is not part of the first screen.
  for (const path of loaded)
    for (const [, name] of read(path).matchAll(/(?:(?:src|href)="\/assets\/|(?:from|import)\s*["'`]\.\/)([\w.-]+)/g))
      loaded.add(`assets/${name}`)
  assert.ok(loaded.size >= 5, [...loaded].join(' '))
  const bytes = [...loaded].reduce((sum, path) => sum + brotliCompressSync(read(path)).length, 0)
  assert.ok(bytes <= 45_000, `${bytes} bytes: ${[...loaded].join(' ')}`)
})
