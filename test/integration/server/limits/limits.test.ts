import { after, test } from 'node:test'
import { storedBuckets } from '../../../../server/limits/stored-buckets.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { bucketSuite } from '../../../support/bucket-suite.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'

bucketSuite('in the embedded database', async () => {
  const database = await openSqlite(':memory:')
  return { buckets: [storedBuckets(database), storedBuckets(database)], close: () => database.close() }
})

const { postgres, missing } = await findPostgres()
if (postgres === null) test('limits hold over processes', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  bucketSuite('over two processes on PostgreSQL', async () => {
    const databases = [await openEmpty(url), await openPostgres(url)] as const
    const close = async () => void (await Promise.all(databases.map((database) => database.close())))
    return { buckets: [storedBuckets(databases[0]), storedBuckets(databases[1])], close }
  })
}
