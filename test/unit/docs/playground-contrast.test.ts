// The contrast that the playground shows is that of the hosted page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastReport, ratioText, readable } from '../../../docs/src/components/playground/contrast-report.ts'
import { readThemeParams } from '../../../server/routes/theme-params.ts'

const noColors = new Map<string, string>()
const brands = ['#10365c', '#ffeb3b', '#ffffff', '#000000', '#777777', '#ff0000', '#00ff00', '#1f5eff']

test('without a theme, both schemes have the colours of the element', () => {
  const reports = contrastReport({ theme: 'system', brand: '', colors: noColors })
  assert.deepEqual(
    reports.map(({ scheme }) => scheme),
    ['light', 'dark'],
  )
  const [light] = reports
  const muted = light?.texts.find(({ name }) => name === 'text-muted')
  assert.deepEqual(
    [muted?.color, muted?.background, ratioText(muted?.ratio ?? 0), muted?.adjustedFrom],
    ['#5a6472', '#eceef2', '5.1:1', null],
  )
})

test('every text of every brand colour is readable', () => {
  for (const brand of brands)
    for (const { scheme, texts } of contrastReport({ theme: 'system', brand, colors: noColors }))
      for (const { name, ratio } of texts) assert.ok(ratio >= readable, `${name} with ${brand} in ${scheme}: ${ratio}`)
})

test('a colour that is too light is reported with its replacement, one that fits is not', () => {
  const [light, dark] = contrastReport({ theme: 'system', brand: '#ffeb3b', colors: noColors })
  const links = (report: typeof light) => report?.texts.find(({ name }) => name === 'focus')
  assert.equal(links(light)?.adjustedFrom, '#ffeb3b')
  assert.equal(light?.button.adjustedFrom, '#ffeb3b')
  assert.equal(links(dark)?.adjustedFrom, null)
  assert.deepEqual(dark?.button, { color: '#ffeb3b', adjustedFrom: null })
})

test('the colours are those that the server writes into the hosted page', () => {
  for (const brand of brands)
    for (const scheme of ['light', 'dark'] as const) {
      const [report] = contrastReport({ theme: scheme, brand, colors: noColors })
      const { properties } = readThemeParams({ th: scheme, brand: brand.slice(1) })
      const written = new Map(properties)
      for (const { name, color } of report?.texts ?? [])
        assert.equal(written.get(`--tl-color-${name}`) ?? color, color, `${name} with ${brand} in ${scheme}`)
      assert.equal(written.get('--tl-color-brand') ?? report?.button.color, report?.button.color)
      assert.ok(written.has('--tl-color-brand'))
    }
})

test('a background fixes the scheme, and the theme chooses one', () => {
  const schemes = (theme: string, bg: string) => {
    const colors = bg === '' ? noColors : new Map([['bg', bg]])
    return contrastReport({ theme, brand: '', colors }).map(({ scheme }) => scheme)
  }
  assert.deepEqual(schemes('system', '#fffdf8'), ['light'])
  assert.deepEqual(schemes('light', '#101010'), ['dark'])
  assert.deepEqual(schemes('dark', ''), ['dark'])
})

test('a ratio is rounded down', () => {
  assert.equal(ratioText(4.499), '4.4:1')
  assert.equal(ratioText(21), '21.0:1')
})
