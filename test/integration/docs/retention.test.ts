// The page about retention names every table of the schema once, and every setting with its default.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { defaultRetention, parseRetention, retentionNames } from '../../../server/config-values.ts'
import { openSqlite } from '../../../server/storage/sqlite.ts'
import { pageBlocks } from '../../support/readme.ts'

const page = 'docs/src/content/docs/operate/retention.md'
const dayMs = 86_400_000
const rows = readFileSync(join(projectRoot, page), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('every table of the schema is on the page, once', async () => {
  const database = await openSqlite(':memory:')
  try {
    const tables = (await database.query.introspection.getTables()).map(({ name }) => name)
    const named = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    assert.deepEqual(named.toSorted(), tables.toSorted())
  } finally {
    await database.close()
  }
})

test('every setting is on the page, with its default', () => {
  const settings = rows.filter(([, , , setting]) => setting !== '')
  for (const [stored, , , setting, period] of settings) {
    const name = retentionNames.find((known) => setting === `\`${known}\``) ?? assert.fail(stored)
    assert.equal(period, `${defaultRetention[name] / dayMs} days`, stored)
  }
  const named = new Set(settings.map(([, , , setting]) => setting))
  assert.equal(named.size, retentionNames.length)
})

test('the example on the page can be read', () => {
  const [block] = pageBlocks(page)
  const given = parseRetention(block?.text.trim().replace('export RETENTION=', '') ?? '')
  assert.deepEqual(Object.keys(given).toSorted(), retentionNames.toSorted())
})
