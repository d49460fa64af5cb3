import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { markOfNetwork, markOfToken } from '../../../../server/networks/marks.ts'
import { svgProblem } from '../../../../server/routes/brand-logos.ts'

const folder = join(import.meta.dirname, '../../../../host/public')
const files = globSync('icons/**/*', { cwd: folder, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
const { all } = networkCatalogue('production')

/** Their drawings are missing or too large in the package. */
const lettersOnly = ['DOGE', 'dogecoin']

test('every token and network of the catalogue has an icon, except the two that are listed', () => {
  const symbols = new Set(all.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))
  const tokens = [...symbols].filter((symbol) => markOfToken(symbol)?.icon === undefined)
  const networks = all.filter((network) => markOfNetwork(network).icon === undefined).map(({ key }) => key)
  assert.deepEqual([...tokens, ...networks], lettersOnly)
})

test('the icons’ paths are those of the files, and no file is unused', () => {
  const tokens = all.flatMap((network) => network.tokens.map(({ symbol }) => markOfToken(symbol)?.icon))
  const paths = [...tokens, ...all.map((network) => markOfNetwork(network).icon)].filter((path) => path !== undefined)
  assert.deepEqual([...new Set(paths)].sort(), files.map((file) => `/link-assets/${file}`).sort())
})

for (const file of files) {
  test(`${file} is small, and nothing in it can run`, () => {
    const text = readFileSync(join(folder, file), 'utf8')
    assert.equal(svgProblem(text), null)
    assert.ok(text.length < 1_500, `${text.length} characters`)
  })
}
