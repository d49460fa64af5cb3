// Runs the tests of another file once more, over PostgreSQL. Files that do so run in a process without the other files, because
// a process loads a file only once (test/parts/integration.ts). The short run repeats only what sends; the storage suite and
// the races run over PostgreSQL always.
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
