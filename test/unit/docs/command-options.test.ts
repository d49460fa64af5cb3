// Options of commands, in the pages and in the usage that the site shows, exist. The command itself is asked: it refuses an unknown
// option before it does anything.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { commands } from '../../../server/cli/run.ts'
import { runCliHere } from '../../support/cli.ts'
import { documentationPages } from '../../support/readme.ts'

interface Use {
  page: string
  /** `transfer-link backup`, `npm run chaos`, or '' for an option alone. */
  command: string
  option: string
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const commandNames = new RegExp(`^(?:${commands.map(({ name }) => name).join('|')})(?= )`)
const pages = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/skill.md', ...documentationPages()]
const uses = pages.flatMap(usesIn)

test('every command accepts the options of its usage', async () => {
  const listed = commands.flatMap(({ name, usage }) =>
    optionsIn(withoutOtherCommands(usage)).map((option) => ({ name, option })),
  )
  assert.ok(listed.length > 80, String(listed.length))
  const wrong = []
  for (const { name, option } of listed) if (!(await accepts(name, option))) wrong.push(`${name} ${option}`)
  assert.deepEqual(wrong, [])
})

test('every option in the pages exists', async () => {
  assert.ok(uses.length > 100, String(uses.length))
  const wrong = []
  for (const { page, command, option } of uses)
    if (!(await exists(command, option))) wrong.push(`${page}: ${command} ${option}`)
  assert.deepEqual([...new Set(wrong)], [])
})

function usesIn(page: string): Use[] {
  const text = read(page)
  const blocks = [...text.matchAll(/^```(?:sh|text)\n(.*?)^```/gms)].map(([, block = '']) =>
    block.replaceAll('\\\n', ' '),
  )
  const spans = [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return [...blocks.flatMap((block) => block.split('\n')), ...spans].flatMap((line) => usesInLine(line, page))
}

function usesInLine(line: string, page: string): Use[] {
  if (/^--(?!tl-)[a-z]/.test(line)) return optionsIn(line).map((option) => ({ page, command: '', option }))
  const calls = [...line.matchAll(/(?:^|[ /])(transfer-link|npm run|npm) ([a-z][^|;&#]*)/g)]
  const called = calls.map(([, program, words = '']): [string, string] => [
    `${program} ${words.split(/ (?=-)/)[0]}`,
    words,
  ])
  const [short] = commandNames.exec(line) ?? []
  if (short !== undefined) called.push([`transfer-link ${short}`, line])
  return called.flatMap(([command, words]) => optionsIn(words).map((option) => ({ page, command, option })))
}

function optionsIn(text: string): string[] {
  return [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))].filter((option) => option !== '--help')
}

/** `serve --after-restore` in the usage of reconcile is an option of serve. */
function withoutOtherCommands(usage: string): string {
  const lines = usage.split('\n')
  return lines.map((line) => (line.startsWith('transfer-link') ? line : line.replace(/\w+ --[a-z-]+/g, ''))).join('\n')
}

async function exists(command: string, option: string): Promise<boolean> {
  if (command.startsWith('transfer-link ')) return accepts(command.slice('transfer-link '.length), option)
  const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? []
  if (script !== undefined) return scripts[script] === undefined || optionsIn(usageOf(script)).includes(option)
  const ofCommand = commands.some(({ usage }) => optionsIn(usage).includes(option))
  return ofCommand || Object.keys(scripts).some((name) => optionsIn(usageOf(name)).includes(option))
}

/** `words` are its name and its arguments. */
async function accepts(words: string, option: string): Promise<boolean> {
  const command = commands.find(({ name }) => words === name || words.startsWith(`${name} `))
  if (command === undefined) return false
  const { error } = await runCliHere([...command.name.split(' '), `${option}=x`, '--no-such-option'])
  assert.match(error, /--no-such-option|does not take an argument|Unknown option/, command.name)
  return !error.includes(`'${option}'`) || error.includes('does not take an argument')
}

/** The source of a script, which has its usage. */
function usageOf(script: string): string {
  const [file] = script === 'start' ? ['sandbox/options.ts'] : (/\S+\.(?:ts|js)\b/.exec(scripts[script] ?? '') ?? [])
  if (file === undefined) return ''
  const folder = dirname(file)
  return globSync('*.{ts,js}', { cwd: join(projectRoot, folder) })
    .map((name) => read(join(folder, name)))
    .join('\n')
}
