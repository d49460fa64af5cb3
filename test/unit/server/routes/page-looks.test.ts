import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, paletteOf, type Rgb, readHex } from '../../../../server/routes/brand-palette.ts'
import { readLooks } from '../../../../server/routes/page-looks.ts'

const backgrounds: Record<string, Rgb> = { light: [255, 255, 255], dark: [20, 24, 31] }

function schemesOf(brand: Rgb) {
  const values = paletteOf(brand).map(([, value]) => value.match(/#[\da-f]{6}/g)?.map(readHex))
  return Object.entries(backgrounds).map(([name, background], at) => {
    const [surface, ink, text] = values.map((pair) => pair?.[at]) as [Rgb, Rgb, Rgb]
    return { name, background, surface, ink, text }
  })
}

test('whatever the brand, its button can be seen, its label read, and its links read on the page', () => {
  const parts = [0, 17, 51, 85, 102, 119, 136, 153, 187, 221, 238, 255]
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts)
        for (const { name, background, surface, ink, text } of schemesOf([red, green, blue])) {
          const of = `${[red, green, blue]} in ${name}`
          assert.ok(contrast(ink, surface) >= 4.5, `label on ${of}`)
          assert.ok(contrast(surface, background) >= 3, `button on ${of}`)
          assert.ok(contrast(text, background) >= 4.5, `link on ${of}`)
        }
})

test('a brand that reads well stays as it is', () => {
  assert.equal(paletteOf([31, 94, 255])[0]?.[1].startsWith('light-dark(#1f5eff,'), true)
})

test('contrast is that of WCAG', () => {
  assert.equal(contrast([255, 255, 255], [0, 0, 0]), 21)
  assert.equal(contrast([119, 119, 119], [255, 255, 255]).toFixed(2), '4.48')
})

test('one colour makes three tokens, and a token of its own wins', () => {
  const { properties } = readLooks({
    brand: 'f80',
    look: 'color-on-brand:#000; radius-m: 4px ;font-family:"Inter Tight", serif',
  })
  assert.deepEqual(
    properties.map(([name]) => name),
    ['--tl-color-brand', '--tl-color-on-brand', '--tl-color-focus', '--tl-radius-m', '--tl-font-family'],
  )
  assert.deepEqual(properties[1], ['--tl-color-on-brand', '#000'])
})

for (const look of [
  'color-bg:url(https://evil.example)',
  'color-bg:red}body{display:none',
  'color-bg:red/**/;}*{color:red',
  'color-bg:var(--x)',
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
  test(`not taken as a look: ${look.slice(0, 40)}`, () => {
    const { properties } = readLooks({ look })
    assert.deepEqual(
      properties.filter(([, value]) => !/^(red|a)$/.test(value)),
      [],
    )
    assert.doesNotMatch(JSON.stringify(properties), /[{}<>\\;]/)
  })

test('what is no colour makes no palette, and no other theme is known', () => {
  for (const brand of ['', 'red', '#12345', 'javascript:1', '#gggggg'])
    assert.deepEqual(readLooks({ brand }).properties, [])
  assert.equal(readLooks({ th: 'sepia' }).theme, null)
  assert.equal(readLooks({ th: 'dark' }).theme, 'dark')
})
