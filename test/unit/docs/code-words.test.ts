// Names in code style exist. Pages for sites and backends name only what these may use. Pages for operators and contributors may also
// name what is inside. test/unit/docs/error-pages.test.ts checks the pages of errors, and names.test.ts commands, variables and endpoints.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { newMetrics } from '../../../server/log/metrics.ts'
import { contractNames } from '../../support/contract-names.ts'
import { documentationPages, pagesFolder } from '../../support/readme.ts'
import { wordsOfOthers } from '../../support/words-of-others.ts'

interface Word {
  page: string
  word: string
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const forSites = new RegExp(
  `^README|^docs/skill|^${pagesFolder}/(start|integrate|api|wallets|sandbox/index|sandbox/webhooks|index)`,
)
const pages = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/skill.md', ...documentationPages()].filter(
  (page) => !page.startsWith('docs/errors/'),
)
const words = pages.flatMap((page) =>
  spansOf(page)
    .flatMap(wordsIn)
    .map((word): Word => ({ page, word })),
)
const contract = contractNames()
/** A path of fields, but `transfer.ended` is no type of a webhook because it has two names. */
const isPath = (names: ReadonlySet<string>, word: string) =>
  !/^(transfer|account|endpoint)\./.test(word) && word.split('.').every((part) => names.has(part))
const isNamed = (names: ReadonlySet<string>, word: string) => names.has(word) || isPath(names, word)
const isOfOthers = (word: string) => Object.values(wordsOfOthers).some((list) => list.includes(word))

test('pages for sites and backends use only names of the contract', () => {
  const ours = words.filter(({ page }) => forSites.test(page))
  assert.ok(ours.length > 800, String(ours.length))
  assert.deepEqual(unknown(ours, contract), [])
})

test('pages for operators and contributors use only names of the contract and of the code', () => {
  const inside = words.filter(({ page }) => !forSites.test(page))
  assert.ok(inside.length > 800, String(inside.length))
  assert.deepEqual(unknown(inside, new Set([...contract, ...namesInCode(), ...metricNames()])), [])
})

test('every word of another program is used, and is no name of ours', () => {
  const used = new Set(words.map(({ word }) => word))
  const superfluous = Object.values(wordsOfOthers)
    .flat()
    .filter((word) => !used.has(word) || contract.has(word))
  assert.deepEqual(superfluous, [])
})

function unknown(list: readonly Word[], names: ReadonlySet<string>): string[] {
  const wrong = list.filter(({ word }) => !isNamed(names, word) && !isOfOthers(word))
  return [...new Set(wrong.map(({ page, word }) => `${page}: ${word}`))]
}

/** In code style, besides blocks, and without what names.test.ts checks. On the page about Mesh, the first column has its names. */
function spansOf(page: string): string[] {
  const text = read(page).replace(/^```.*?^```/gms, '')
  const own = page.endsWith('migrating-from-mesh.md') ? text.replace(/^\| `[^|]*\|/gm, '|') : text
  return [...own.matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => !/^(transfer-link|npm|npx|curl|node) |^[A-Z][A-Z0-9]*_[A-Z0-9_]+/.test(span))
}

/** A name alone, as in `onExit(error?)` and `payload.status`, or names before their values, as in `{"url": "…"}`. */
function wordsIn(span: string): string[] {
  const [, alone] = /^((?:--tl-)?[A-Za-z_][\w.-]*\*?)(?:\[\]|\(.*\))?$/.exec(span) ?? []
  if (alone !== undefined) return /\.(ts|js|json|md|mjs|svg|yml|com|eu|ge|jp|us|ws)$/.test(alone) ? [] : [alone]
  const beforeValues = [...span.matchAll(/(?<![\w/:.-])"?([A-Za-z_][\w-]*)"?(?=: |:"|:\{|=[^=])/g)]
  const states = [...span.matchAll(/:state\((\w+)\)|^(?:on:|@)(\w+)$|::part\((\w+)\)/g)]
  return [...beforeValues, ...states].flatMap(([, ...names]) => names.filter((name) => name !== undefined))
}

/** Identifiers and words with hyphens. */
function namesInCode(): string[] {
  const files = globSync(
    '{server,components,host,sandbox,scripts,deploy,examples,test/{support,parts,proofs,mutation,bench}}/**/*.{ts,js,yml,service}',
    { cwd: projectRoot, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) },
  )
  return files
    .flatMap((file) => read(file).match(/[A-Za-z_]\w*(?:[.-]\w+)*/g) ?? [])
    .flatMap((name) => [name, ...name.split('.')])
}

function metricNames(): string[] {
  const text = newMetrics().text([])
  return text.match(/\btransfer_link_\w+/g) ?? []
}
