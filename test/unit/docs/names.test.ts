// Commands, variables, endpoints and scripts in the text of the documentation exist.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { commands } from '../../../server/cli/run.ts'
import { endpoints } from '../../../server/routes/routes.ts'
import { documentationPages } from '../../support/readme.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const pages = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/skill.md', ...documentationPages()].map((page) => ({
  page,
  text: read(page),
}))
/** Without the endpoints of exchanges, and those of Mesh in the first column of its page. */
function withoutOthers(page: string, text: string): string {
  if (page.includes('/exchanges/')) return text.replaceAll('/api/', '/')
  return page.endsWith('migrating-from-mesh.md') ? text.replace(/^\| `[^|]*\|/gm, '|') : text
}

test('every command exists', () => {
  const names = commands.map(({ name }) => name)
  const used = found(/(?:^|[`/ ])transfer-link ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)(?=[\s`])/gm, (text) => codeOf(text))
  assert.ok(used.length > 80)
  const isCommand = (words: string) => names.some((name) => words === name || words.startsWith(`${name} `))
  assert.deepEqual(
    used.filter(({ name }) => !isCommand(name)),
    [],
  )
})

test('every variable is read somewhere', () => {
  const sources = globSync(
    '{server,sandbox,scripts,examples,deploy,test/support,test/proofs,test/bench}/**/*.{ts,js,mjs,yml,yaml,service,sh}',
    {
      cwd: projectRoot,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    },
  )
  // Of a reader's program, of Node, and of Docker Compose.
  const others = ['LINK_ID', 'WEBHOOK_SECRET', 'NODE_USE_ENV_PROXY', 'COMPOSE_FILE']
  const named = sources.flatMap((file) => read(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [])
  const known = new Set([...named, ...others])
  const used = found(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)
  assert.ok(used.length > 80)
  assert.deepEqual(
    used.filter(({ name }) => !known.has(name)),
    [],
  )
})

test('every endpoint exists, with its method', () => {
  const known = endpoints.map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replace(/:\w+/g, '{}'),
  }))
  const used = found(/((?:(?:GET|POST|PATCH|DELETE) )?\/api\/v1\/[\w/{}$.-]*[\w}])/g)
  assert.ok(used.length > 100)
  const exists = (name: string) => {
    const [path = '', method] = name.split(' ').toReversed()
    const pattern = path.replace(/\{\w+\}|\$\w+/g, '{}')
    return known.some((each) => (method === undefined || each.method === method) && each.path === pattern)
  }
  assert.deepEqual(
    used.filter(({ name }) => !exists(name)),
    [],
  )
})

test('every npm script exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const used = found(/npm run ([a-z][\w:-]*)/g)
  assert.ok(used.length > 40)
  assert.deepEqual(
    used.filter(({ name }) => scripts[name] === undefined),
    [],
  )
})

function found(pattern: RegExp, partOf = (text: string) => text): { page: string; name: string }[] {
  return pages.flatMap(({ page, text }) =>
    [...partOf(withoutOthers(page, text)).matchAll(pattern)].map(([, name = '']) => ({ page, name })),
  )
}

/** Blocks and words in code style, one a line. */
function codeOf(text: string): string {
  return [...text.matchAll(/^```(?:sh|text)\n(.*?)^```|`([^`\n]+)`/gms)]
    .map(([, block, words]) => block ?? `${words}\n`)
    .join('\n')
}
