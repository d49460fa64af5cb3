import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { frameShapes, siteShapes } from '../../../components/protocol/link-messages.ts'
import { projectRoot } from '../../../scripts/command.ts'

test('the documentation names every message, and no other', () => {
  const page = readFileSync(join(projectRoot, 'docs/src/content/docs/integrate/messages.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (site|hosted page|`)/.test(line))
  const named = rows.flatMap((row) => {
    const [, first = '', second = ''] = row.split('|')
    return [...(first.includes('`') ? first : second).matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  })
  const messages = Object.keys({ ...frameShapes, ...siteShapes })
  assert.deepEqual(named.filter((name) => name !== 'linkEvent').sort(), messages.sort())
})
