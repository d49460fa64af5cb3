import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { documentationPages } from '../../support/readme.ts'

const pages = ['CONTRIBUTING.md', 'SECURITY.md', ...documentationPages()]
const read = (page: string) => readFileSync(join(projectRoot, page), 'utf8')

/** The fragment under which GitHub shows a heading. */
function anchorOf(heading: string): string {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '')
  return plain.trim().replaceAll(' ', '-')
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(projectRoot, target))) return true
  if (anchor === undefined) return false
  const anchors = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
  return !anchors.includes(anchor)
}

test('every link between the pages leads to a file and a heading that exist', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  )
  const local = links.filter(({ link }) => !/^https?:/.test(link))
  assert.ok(local.length > 100)
  assert.deepEqual(
    local.filter(({ page, link }) => isBroken(page, link)),
    [],
  )
})

test('every source file that the architecture and the guide for contributors name exists', () => {
  const files = globSync('{server,components,host,sandbox,scripts,docs,examples,test}/**/*.ts', {
    cwd: projectRoot,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  }).map((file) => `/${file}`)
  const named = ['docs/src/content/docs/contribute/architecture.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name),
  )
  assert.ok(named.length > 50)
  assert.deepEqual(
    named.filter((name) => !files.some((file) => file.endsWith(`/${name}`))),
    [],
  )
})
