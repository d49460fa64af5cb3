import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../../../server/config.ts'

test('DATABASE_URL moves storage to PostgreSQL, and without it there is none', () => {
  assert.equal(readConfig({}).databaseUrl, null)
  for (const scheme of ['postgres', 'postgresql']) {
    const url = `${scheme}://user:secret@db.example.com:5432/transfers`
    assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url)
    const several = `${scheme}://user:secret@a.example.com:5432,b.example.com/transfers`
    assert.equal(readConfig({ DATABASE_URL: several }).databaseUrl, several)
  }
})

test('a malformed DATABASE_URL is refused with an example, and never repeated', () => {
  for (const url of [
    'open-sesame',
    'mysql://u:open-sesame@db/x',
    'postgresql://u:open-sesame@db:port/x',
    'postgresql://u:open-sesame@a,/x',
  ]) {
    assert.throws(
      () => readConfig({ DATABASE_URL: url }),
      (error: Error) => {
        assert.match(error.message, /- DATABASE_URL .*example postgresql:\/\/user:password@/)
        return error instanceof ConfigError && !error.message.includes('open-sesame')
      },
    )
  }
})
