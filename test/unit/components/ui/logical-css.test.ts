// Pages read from the right, too: whatever stands at a side is said by start and end, never by left and right.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../../scripts/command.ts'

const files = [...globSync('components/{embed,screens,ui}/*.ts', { cwd: projectRoot }), 'host/index.html']
const sided = [
  /(?<![\w-])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-)?(?:left|right)(?:-(?:width|color|style))?\s*:/g,
  /border-(?:top|bottom)-(?:left|right)-radius/g,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)/g,
]
const size = /((?:[\w-]+\((?:[^()]|\([^()]*\))*\)|[^\s;}()]+))/.source
const fourSides = new RegExp(`(?:margin|padding|inset)\\s*:\\s*${size} ${size} ${size} ${size}\\s*[;}\\n]`, 'g')

function sidesIn(css: string): string[] {
  const named = sided.flatMap((pattern) => [...css.matchAll(pattern)].map(([found]) => found))
  const uneven = [...css.matchAll(fourSides)].filter(([, , right, , left]) => right !== left).map(([found]) => found)
  return [...named, ...uneven]
}

test('left and right are found in styles, start and end are not', () => {
  const wrong = [
    'margin-left: 4px',
    ' left: 0',
    'text-align: right',
    'border-top-left-radius: 2px',
    'padding: 0 1px 0 2px;',
  ]
  for (const css of wrong) assert.equal(sidesIn(css).length, 1, css)
  for (const css of ['margin-inline-start: 4px', '--left: 3', 'text-align: end', 'padding: 0 1px 2px 1px;', 'inset: 0'])
    assert.deepEqual(sidesIn(css), [])
})

for (const file of files) {
  test(`${file} has no side that would stay where it is when the page reads from the right`, () => {
    const text = readFileSync(join(projectRoot, file), 'utf8')
    const styles = file.endsWith('.html') ? [text] : [...text.matchAll(/css`(.*?)`/gs)].map(([, css = '']) => css)
    assert.deepEqual(styles.flatMap(sidesIn), [])
  })
}
