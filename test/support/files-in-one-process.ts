// The entry of a test process: runs one file of TEST_FILES after the other until every file has been claimed by this process
// or by another one of the same run. Each file is a suite, so its hooks apply to it alone.

import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { projectRoot } from '../../scripts/command.ts'
import { endShared } from './end-of-process.ts'

const files = JSON.parse(process.env.TEST_FILES ?? '[]') as string[]
const claimsFolder = process.env.TEST_CLAIMS ?? ''

after(endShared)
for (const [index, file] of files.entries()) if (claim(index)) await runFile(file)

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

/** Resolves within the suite's hooks: `after(endShared)` runs as soon as no suite is left, so the next one must be there by then. */
function runFile(file: string): Promise<void> {
  return new Promise((resolve) => {
    describe(file, async () => {
      after(() => resolve())
      await import(join(projectRoot, file)).catch((error: unknown) => {
        resolve()
        throw error
      })
    })
  })
}
