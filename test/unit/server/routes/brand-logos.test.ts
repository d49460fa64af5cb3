import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { Hono } from 'hono'
import type { AppEnv } from '../../../../server/http/request-context.ts'
import { mountBrandLogos, readBrandLogos, svgProblem } from '../../../../server/routes/brand-logos.ts'

const types = ['kraken', 'kuCoin']
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="url(#a)" d="M0 0h4v4z"/></svg>'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logos-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (files: Record<string, string | Buffer>) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return readBrandLogos(folder, types)
}

test('a logo is served from a path with its hash, and can run nothing', async () => {
  const logos = read({ 'KuCoin.svg': svg, '.DS_Store': 'x' })
  const path = logos.get('kucoin')?.path ?? ''
  assert.match(path, /^\/logos\/kuCoin-[0-9a-f]{16}\.svg$/)
  const app = new Hono<AppEnv>()
  mountBrandLogos(app, logos)
  const response = await app.request(path)
  assert.equal(await response.text(), svg)
  assert.equal(response.headers.get('content-type'), 'image/svg+xml')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'; sandbox;/)
})

for (const [what, file, content, problem] of [
  ['an unknown integration', 'other.svg', svg, /other\.svg must be named after an integration: kraken, kuCoin\.$/],
  ['another format', 'kraken.gif', 'GIF89a', /kraken\.gif must be an \.svg/],
  ['a file that is too large', 'kraken.svg', svg + ' '.repeat(33_000), /kraken\.svg has \d+ bytes\. Reduce it/],
  ['a PNG that is none', 'kraken.png', svg, /kraken\.png is not a PNG/],
  ['a WebP that is none', 'kraken.webp', svg, /kraken\.webp is not a WebP/],
] as const)
  test(`${what} is refused by name`, () => {
    assert.throws(() => read({ [file]: content }), problem)
  })

test('two logos of one integration, and a folder that is not there, are refused', () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  assert.throws(() => read({ 'kraken.png': png, 'kraken.svg': svg }), /second logo of kraken/)
  assert.throws(() => readBrandLogos(join(folder, 'none'), types), /none cannot be read as a folder/)
})

test('every problem of the folder is reported, with the path of its file', () => {
  const text = svg.replace('<path', '<text>OKX</text><path')
  assert.throws(() => read({ 'kraken.svg': text, 'kuCoin.png': svg, 'other.svg': svg }), {
    problems: [
      `${join(folder, 'kraken.svg')} contains <text>, which is not allowed. Convert text to paths.`,
      `${join(folder, 'kuCoin.png')} is not a PNG. Export it again as PNG.`,
      `${join(folder, 'other.svg')} must be named after an integration: kraken, kuCoin.`,
    ],
  })
})

test('an SVG with a comment is refused, because an HTML parser may end the comment early', () => {
  for (const comment of ['<!-- Logo -->', '<!--><img src=x onerror=alert(1)>-->', '<!---><script>alert(1)</script>-->'])
    assert.match(svgProblem(svg.replace('<path', `${comment}<path`)) ?? '', /contains a comment/)
})

test('an SVG has only what a logo needs', () => {
  assert.equal(svgProblem(svg), null)
  assert.equal(svgProblem(`<?xml version="1.0"?>\n${svg}`), null)
  const withPart = (part: string) => svgProblem(svg.replace('<path', `${part}<path`))
  const withAttribute = (attribute: string) => svgProblem(svg.replace('<path', `<path ${attribute}`))
  assert.match(withPart('<script>alert(1)</script>') ?? '', /<script>/)
  assert.match(withPart('<svg:script>alert(1)</svg:script>') ?? '', /<svg:script>/)
  assert.match(withPart('<foreignObject/>') ?? '', /<foreignObject>/)
  assert.match(withPart('<style>*{}</style>') ?? '', /<style>/)
  assert.match(withPart('<image href="https://evil.example/x"/>') ?? '', /<image>/)
  assert.match(withPart('<!DOCTYPE svg [<!ENTITY a "b">]>') ?? '', /doctype/)
  assert.match(withPart('<use href="https://evil.example/x#a"/>') ?? '', /another file/)
  assert.match(withPart('<use xlink:href=data:text/html,x />') ?? '', /another file/)
  assert.match(withAttribute('onload="alert(1)"') ?? '', /onload/)
  assert.match(withAttribute('a="b"/onclick=alert(1)') ?? '', /onclick/)
  assert.match(withAttribute('style="fill:url(https://evil.example)"') ?? '', /style/)
  assert.match(withAttribute('fill="url( \'https://evil.example/x\')"') ?? '', /another file/)
  assert.match(withAttribute('fill="&#117;rl(https://evil.example)"') ?? '', /an entity/)
  assert.match(svgProblem('<html><svg></svg></html>') ?? '', /begin with/)
})
