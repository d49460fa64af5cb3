import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, type Rgb, readHex } from '../../../../server/routes/brand-palette.ts'
import { colorsIn, textsOn } from '../../../../server/routes/readable-colors.ts'
import { readThemeParams } from '../../../../server/routes/theme-params.ts'

type Query = Parameters<typeof readThemeParams>[0]

/** The page's colours as the browser would have them, in each scheme that may show. */
function shownWith(query: Query) {
  const { theme, properties } = readThemeParams(query)
  return (theme === null ? (['light', 'dark'] as const) : [theme]).map((scheme) => {
    const colors = colorsIn(scheme, new Map(), null)
    for (const [name, value] of properties) {
      const [light, dark] = [...value.matchAll(/#[\da-f]{6}/g)].map(([hex]) => readHex(hex))
      if (name.startsWith('--tl-color-'))
        colors.set(name.slice(11), (scheme === 'light' ? light : (dark ?? light)) as Rgb)
    }
    return { scheme, colors }
  })
}

function assertReadable(query: Query) {
  for (const { scheme, colors } of shownWith(query))
    for (const [text, ...backgrounds] of textsOn)
      for (const background of backgrounds) {
        const ratio = contrast(colors.get(text) as Rgb, colors.get(background) as Rgb)
        assert.ok(ratio >= 4.5, `${text} on ${background} in ${scheme}: ${ratio} with ${JSON.stringify(query)}`)
      }
}

const parts = ['00', '33', '66', '77', '88', '99', 'cc', 'ff']

test('whatever the brand, its button can be seen, and every text read', () => {
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts) {
        const brand = red + green + blue
        assertReadable({ brand })
        for (const { colors } of shownWith({ brand }))
          assert.ok(contrast(colors.get('brand') as Rgb, colors.get('bg') as Rgb) >= 3, `button of ${brand}`)
      }
})

test('every text has a contrast of 4.5 to its background with any theme of a site', () => {
  const names = 'brand on-brand bg surface surface-2 text text-muted border success warning danger focus'.split(' ')
  for (const th of ['light', 'dark', ''])
    for (const one of ['fff', '000', '777', '808080', '14181f', 'f00', '00f', 'ff0'])
      for (const other of ['fff', '000', '777', 'b0b0b0', '0f0'])
        for (const half of [
          0b101010101010, 0b010101010101, 0b001000000000, 0b000000100000, 0b111111111111, 0b001110000000,
        ]) {
          const tokens = names.map((name, at) => `color-${name}:#${(half >> (11 - at)) & 1 ? one : other}`)
          assertReadable({ th, look: tokens.join(';') })
          assertReadable({
            th,
            look: tokens.filter((_, at) => (half >> (11 - at)) & 1).join(';'),
            brand: other.slice(0, 3),
          })
        }
})

test('white text on a white page, and a dark page in a light theme, are not what they were', () => {
  const [light, dark] = shownWith({ look: 'color-text:#fff;color-text-muted:#fff' })
  assert.ok(contrast(light?.colors.get('text') as Rgb, [255, 255, 255]) >= 4.5)
  assert.deepEqual(dark?.colors.get('text'), [255, 255, 255])
  assert.equal(readThemeParams({ th: 'light', look: 'color-bg:#000' }).theme, 'dark')
  assert.equal(readThemeParams({ th: 'dark', look: 'color-bg:#fffdf8' }).theme, 'light')
})

test('a brand that reads well stays as it is', () => {
  assert.equal(readThemeParams({ brand: '1f5eff' }).properties[0]?.[1].startsWith('light-dark(#1f5eff,'), true)
})

test('contrast is that of WCAG', () => {
  assert.equal(contrast([255, 255, 255], [0, 0, 0]), 21)
  assert.equal(contrast([119, 119, 119], [255, 255, 255]).toFixed(2), '4.48')
})

test('one color sets three tokens, and an explicit token takes precedence', () => {
  const { properties } = readThemeParams({
    brand: 'f80',
    look: 'color-on-brand:#000; radius-m: 4px ;font-family:"Inter Tight", serif',
  })
  assert.deepEqual(
    properties.map(([name]) => name),
    ['--tl-color-brand', '--tl-color-on-brand', '--tl-color-focus', '--tl-font-family', '--tl-radius-m'],
  )
  assert.deepEqual(properties[1], ['--tl-color-on-brand', 'light-dark(#000000, #000000)'])
})

for (const look of [
  'color-bg:url(https://evil.example)',
  'color-bg:red}body{display:none',
  'color-bg:red/**/;}*{color:red',
  'color-bg:var(--x)',
  'color-text:transparent',
  'color-text:white',
  'color-text:currentColor',
  'color-text:#ffffff00',
  'color-text:#fff0',
  'color-text:rgb(0 0 0 / 0)',
  'color-text:rgba(0,0,0,0)',
  'color-text:color-mix(in srgb, red, transparent)',
  'radius-l:999px',
  'radius-l:2.5rem',
  'color-bg:expression(1)',
  'radius-m:calc(1px*9)',
  'radius-m:4',
  'font-family:"unclosed',
  'font-family:a;b:c',
  'font-family:a\\62',
  'unknown:red',
  `color-bg:${'a'.repeat(300)}`,
  '</style><script>',
])
  test(`invalid theme parameter: ${look.slice(0, 40)}`, () => {
    const { properties } = readThemeParams({ look })
    assert.deepEqual(
      properties.filter(([, value]) => value !== 'a'),
      [],
    )
  })

test('an invalid colour makes no palette, and an unknown theme is ignored', () => {
  for (const brand of ['', 'red', '#12345', 'javascript:1', '#gggggg'])
    assert.deepEqual(readThemeParams({ brand }).properties, [])
  assert.equal(readThemeParams({ th: 'sepia' }).theme, null)
  assert.equal(readThemeParams({ th: 'dark' }).theme, 'dark')
})
