// The tests of split-fields.test.ts once more, over PostgreSQL.
import { after, test } from 'node:test'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'
import { useStorage } from '../../../support/storage-under-test.ts'

const { postgres, missing } = await findPostgres()
if (postgres === null) test('migrating to split fields over PostgreSQL', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  useStorage(() => openEmpty(url))
  await import('./split-fields.test.ts')
}
