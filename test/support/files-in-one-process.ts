// The entry of a test process: runs one file of TEST_FILES after the other until every file has been claimed by this process
// or by another one of the same run. Each file is a suite, so its hooks apply to it alone.

import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { projectRoot } from '../../scripts/command.ts'
import { endShared } from './end-of-process.ts'

const files = JSON.parse(setting('TEST_FILES')) as string[]
const claimsFolder = setting('TEST_CLAIMS')

/** For each test, and for each file as a whole. */
const timeoutMs = 120_000
const noTimeoutMs = 2 ** 31 - 1

after(endShared)
// One test around all files: without a running test, Node calls `after` above, even if a further file follows.
test('files', { timeout: noTimeoutMs }, async (context) => {
  for (const [index, file] of files.entries())
    if (claim(index)) await context.test(file, { timeout: timeoutMs }, load(file))
})

/** The suite starts no test before the whole file has been loaded. */
function load(file: string): () => void {
  return () => {
    describe(file, () => import(join(projectRoot, file)))
  }
}

/** Creates a file that exists already if another process has claimed this one. */
function claim(index: number): boolean {
  try {
    closeSync(openSync(join(claimsFolder, String(index)), 'wx'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`The environment variable ${name} is required.`)
  return value
}
