// What the playground offers comes from the element's source.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages } from '../../../components/texts/choose-language.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { playgroundElement, readSources } from '../../../scripts/docs/playground-element.ts'
import { pagesFolder } from '../../support/readme.ts'

const sources = readSources()
const { attributes, tokens, events } = playgroundElement(sources)
const attribute = (name: string) => attributes.find((each) => each.name === name) ?? assert.fail(name)

test('every attribute of the documentation can be changed', () => {
  const page = readFileSync(join(projectRoot, pagesFolder, 'integrate/element.md'), 'utf8')
  const [table = ''] = page.slice(page.indexOf('| Attribute, also a property')).split('\n\n')
  const documented = [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name = '']) => name)
  assert.deepEqual(attributes.map(({ name }) => name).sort(), documented.sort())
})

test('a union is a choice, and locale has every language', () => {
  assert.deepEqual(
    attribute('theme').values.map(({ value }) => value),
    ['light', 'dark', 'system'],
  )
  assert.equal(attribute('theme').initial, 'system')
  assert.deepEqual(
    attribute('locale').values.map(({ value }) => value),
    [...languages],
  )
  assert.deepEqual(
    [attribute('open').kind, attribute('brand-color').kind, attribute('server').kind],
    ['switch', 'color', 'text'],
  )
})

test('options of createLinkConnection have the same name as the property', () => {
  assert.equal(attribute('fiat-currency').option, 'fiatCurrency')
  assert.equal(attribute('layout').option, null)
})

test('each token has a field, also those that share a line of the documentation', () => {
  const names = tokens.map(({ name }) => name)
  for (const name of ['--tl-radius', '--tl-radius-s', '--tl-radius-l', '--tl-font-mono', '--tl-color-text-muted'])
    assert.equal(names.filter((each) => each === name).length, 1, name)
  assert.ok(names.every((name) => /^--tl-[a-z\d-]+$/.test(name)))
  assert.equal(tokens.filter(({ isColor }) => isColor).length, 12)
  assert.deepEqual(events, ['brokerConnected', 'transferFinished', 'linkEvent', 'closeRequest', 'exit'])
})

test('a new attribute of the element appears by itself', () => {
  const element = sources.element
    .replace('    layout: { reflect', '    density: {},\n    layout: { reflect')
    .replace(
      "  declare layout: '",
      "  /** Space between rows. */\n  declare density: 'compact' | 'wide'\n  declare layout: '",
    )
  const added = playgroundElement({ ...sources, element }).attributes.find(({ name }) => name === 'density')
  assert.deepEqual(added, {
    name: 'density',
    description: 'Space between rows.',
    kind: 'choice',
    values: [
      { value: 'compact', label: 'compact' },
      { value: 'wide', label: 'wide' },
    ],
    initial: '',
    option: null,
  })
})
