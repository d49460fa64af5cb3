// The pages of the documentation site: front matter, the sidebar, and the links of generated pages.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { sidebar } from '../../../docs/sidebar.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { generatedPages } from '../../../scripts/docs/write-generated-pages.ts'
import proofs from '../../proofs/proofs.json' with { type: 'json' }
import { documentationPages, pagesFolder } from '../../support/readme.ts'

const generated = generatedPages()
const written = documentationPages()
  .filter((page) => page.startsWith(pagesFolder))
  .map((page) => ({
    file: page.slice(pagesFolder.length + 1).replace(/\.mdx?$/, ''),
    text: readFileSync(join(projectRoot, page), 'utf8'),
  }))
const slugOf = (file: string) => file.replace(/\/?index$/, '')

test('every page has a title and a description, and no heading of the first level', () => {
  assert.ok(written.length > 80)
  for (const { file, text } of written) {
    const [, head = '', body = ''] =
      /^---\n(.*?)\n---\n\n(.*)$/s.exec(text) ?? assert.fail(`${file} has no front matter`)
    const { title, description, tableOfContents, ...others } = parse(head) as Record<string, string | false>
    assert.ok(typeof title === 'string' && typeof description === 'string', file)
    assert.ok(tableOfContents === undefined || tableOfContents === false, file)
    assert.deepEqual(others, {}, file)
    assert.ok(title.length <= 60, `${file}: the title is too long`)
    assert.ok(description.length >= 20 && description.length <= 170, `${file}: ${description.length} characters`)
    assert.doesNotMatch(body.replace(/^```.*?^```/gms, ''), /^# /m, file)
  }
})

test('every generated page has its own address and a description, and links only to addresses', () => {
  assert.ok(generated.length > 190)
  const slugs = [...generated.map(({ slug }) => slug), ...written.map(({ file }) => slugOf(file))]
  assert.deepEqual(
    slugs.filter((slug, index) => slugs.indexOf(slug) !== index),
    [],
  )
  for (const { slug, description, body } of generated) {
    assert.notEqual(description, '', slug)
    const links = [...body.replace(/^```.*?^```/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    for (const link of links) {
      assert.match(link, /^(https?:|#|\/)/, slug)
      const [, target = ''] = /^\/([^#]*?)\/?(#.*)?$/.exec(link) ?? []
      if (link.startsWith('/')) assert.ok(slugs.includes(target), `${slug} links to ${link}`)
    }
  }
})

test('no address in the text becomes a link that nobody has written', () => {
  const texts = [
    ...generated.map(({ slug, body }) => ({ page: slug, text: body })),
    ...written.map(({ file, text }) => ({ page: file, text })),
  ]
  const wrong = texts.flatMap(({ page, text }) => {
    const outside = text.replace(/^```.*?^```/gms, '').replace(/`[^`]*`|\]\([^)]*\)|<https?:[^>]*>/g, '')
    return (outside.match(/(?:\bhttps?:\/\/|\bwww\.)[^\s.]\S*/g) ?? []).map((address) => `${page}: ${address}`)
  })
  assert.deepEqual(wrong, [])
})

test('the sidebar has every page once', () => {
  const items = itemsOf(sidebar)
  const listed = items.flatMap((item) => ('slug' in item ? [item.slug] : pagesIn(item.directory)))
  const pages = [
    ...written.map(({ file }) => slugOf(file)).filter((slug) => slug !== ''),
    ...generated.map(({ slug }) => slug),
  ]
  assert.deepEqual(listed.toSorted(), pages.toSorted())
})

test('every proof is described, and named in the last results', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const described = readFileSync(join(projectRoot, pagesFolder, 'trust/how-it-is-tested.md'), 'utf8')
  const { body } = generated.find(({ slug }) => slug === 'trust/results') ?? assert.fail('no page of results')
  for (const [name, command] of Object.entries(proofs)) {
    assert.ok(body.includes(`\`${name}\``), name)
    const file = command.find((word) => word.endsWith('.ts')) ?? assert.fail(name)
    const [script] = Object.entries(scripts).find(([, text]) => String(text).endsWith(` ${file}`)) ?? assert.fail(file)
    if (script !== 'test') assert.match(described, new RegExp(`\`npm run ${script}\\b`), name)
  }
})

test('the last results have every proof with a saved result', () => {
  const { body } = generated.find(({ slug }) => slug === 'trust/results') ?? assert.fail('no page of results')
  const results = JSON.parse(readFileSync(join(projectRoot, 'test/proofs/results.json'), 'utf8'))
  for (const [proof, { commit }] of Object.entries(results as Record<string, { commit: string }>))
    assert.ok(
      body.split('\n').some((row) => row.startsWith(`| \`${proof}\``) && row.includes(commit)),
      proof,
    )
  const runs = globSync('test/**/results.md', { cwd: projectRoot })
  assert.ok(runs.length >= 5)
  for (const run of runs) {
    const [, command, date] = /`(npm run [^`]+)` on (\S+)/.exec(readFileSync(join(projectRoot, run), 'utf8')) ?? []
    const row = body.split('\n').find((line) => line.includes(`[\`${command}\`](/trust/runs/`))
    assert.ok(row?.includes(` ${date} `), `${run} has no row`)
  }
})

type Listed = { slug: string } | { directory: string }

function itemsOf(items: typeof sidebar): Listed[] {
  return items.flatMap((item): Listed[] => {
    if (typeof item === 'string') return [{ slug: item }]
    if ('slug' in item) return [item]
    return 'autogenerate' in item ? [item.autogenerate] : itemsOf(item.items)
  })
}

function pagesIn(directory: string): string[] {
  return [
    ...written.filter(({ file }) => file.startsWith(`${directory}/`)).map(({ file }) => slugOf(file)),
    ...generated.filter(({ file }) => `generated/${file}`.startsWith(`${directory}/`)).map(({ slug }) => slug),
  ]
}
