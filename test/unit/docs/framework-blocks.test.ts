// The blocks for Vue, Svelte and Solid are the examples, which an end-to-end test runs in a browser.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { pageBlocks } from '../../support/readme.ts'

const blocks = pageBlocks('docs/src/content/docs/integrate/frameworks.md')

/** The demo shop has no sign-in: there, the page names the user. */
const userOfShop = ', body: JSON.stringify({ userId: crypto.randomUUID() })'

for (const file of ['vue/app.vue', 'svelte/app.svelte', 'solid/app.tsx']) {
  test(`the page has ${file}`, () => {
    const example = readFileSync(join(projectRoot, 'examples', file), 'utf8')
    assert.ok(example.includes(userOfShop))
    const lines = example.replace(userOfShop, '').split('\n')
    const shown = withoutBlankLines(lines.filter((line) => !line.startsWith('// ')))
    assert.ok(blocks.some(({ text }) => withoutBlankLines(text.split('\n')) === shown))
  })
}

function withoutBlankLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n')
}
