// Repeats the tests of another file over PostgreSQL. Such files run in a separate process, because a process loads a file only once
// (test/parts/integration.ts). The short run repeats only tests that send. The storage suite and the races always run over
// PostgreSQL.
import { after, test } from 'node:test'
import { isShortRun } from './length.ts'
import { findPostgres, openEmpty } from './postgres.ts'
import { useStorage } from './storage-under-test.ts'

interface RepeatOptions {
  inShortRun?: boolean
}

export async function repeatOverPostgres(
  title: string,
  load: () => Promise<unknown>,
  { inShortRun = false }: RepeatOptions = {},
): Promise<void> {
  if (isShortRun && !inShortRun) return
  const { postgres, missing } = await findPostgres()
  if (postgres === null) return void test(`${title} over PostgreSQL`, { skip: missing }, () => {})
  const url = await postgres.newDatabase()
  useStorage(() => openEmpty(url))
  after(() => postgres.drop())
  await load()
}
