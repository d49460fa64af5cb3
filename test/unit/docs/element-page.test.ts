// The pages about the element and its events list everything that it offers, and nothing else.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { playgroundElement, readSources } from '../../../scripts/docs/playground-element.ts'
import { connectionOptions, element } from '../../support/contract-names.ts'
import { pagesFolder } from '../../support/readme.ts'

const read = (page: string) => readFileSync(join(projectRoot, pagesFolder, 'integrate', page), 'utf8')
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).toSorted()
const { attributes, members, events, slots, cssParts, cssStates } = element

/** The names in one column of the table with this header. */
function column(page: string, header: string, index = 0): string[] {
  const tables = read(page).split('\n\n')
  const table = tables.find((text) => text.startsWith(`| ${header} |`)) ?? assert.fail(`${page} has no table ${header}`)
  const cells = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[index + 1] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)/g)].map(([, name = '']) => name)).toSorted()
}

test('the page about the element lists its attributes, methods and events', () => {
  assert.deepEqual(column('element.md', 'Attribute, also a property'), namesOf(attributes))
  assert.deepEqual(column('element.md', 'Event'), namesOf(events))
  // `focus` is the method of every element, with another meaning here.
  const methods = namesOf(members.filter(({ kind }) => kind === 'method'))
  assert.deepEqual(column('element.md', 'Method'), [...methods, 'focus'].toSorted())
})

test('the page about the element lists its properties without an attribute, slots and states', () => {
  const ofAttributes = attributes.map(({ fieldName }) => fieldName)
  const properties = members.filter(({ kind, name }) => kind === 'field' && !ofAttributes.includes(name))
  assert.deepEqual(column('element.md', 'Property'), namesOf(properties))
  assert.deepEqual(
    column('element.md', 'Slot'),
    namesOf(slots).filter((name) => name !== ''),
  )
  assert.deepEqual(listed('element.md', 'The states '), namesOf(cssStates))
})

test('the page about events lists the callbacks of createLinkConnection with their events', () => {
  const callbacks = connectionOptions.filter((name) => name.startsWith('on'))
  assert.deepEqual(column('events.md', 'Event', 1), callbacks.toSorted())
})

test('the page about the package lists the options of createLinkConnection', () => {
  assert.deepEqual(column('npm-package.md', 'Option of `createLinkConnection`'), connectionOptions.toSorted())
})

test('the page about styling lists the custom properties and parts', () => {
  const tokens = playgroundElement(readSources()).tokens.map(({ name }) => name)
  const page = read('styling-and-languages.md')
  const [row = ''] = /^\| `--tl-color-\*` \|.*$/m.exec(page) ?? []
  const colors = [...row.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => `--tl-color-${name}`)
  const others = column('styling-and-languages.md', 'Property').filter((name) => !name.startsWith('--tl-color'))
  assert.deepEqual([...colors, ...others].toSorted(), tokens.toSorted())
  assert.deepEqual(listed('styling-and-languages.md', 'The parts '), namesOf(cssParts))
})

/** The names in the sentence that begins so, before its verb. */
function listed(page: string, start: string): string[] {
  const [, sentence = ''] = new RegExp(`^${start}(.*?)[.](?: |$)`, 'ms').exec(read(page)) ?? []
  const [names = ''] = sentence.split(' can be ')
  return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).toSorted()
}
