// One supervisor at a time uses the data folder. SQLite's lock is held by the operating system and ends with the process.

import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from './options.ts'

const lockName = 'start.lock'
const lockTimeoutMs = 2000

/** Creates and locks the folder, and empties it with `isFresh`. Returns the function that unlocks it. */
export async function lockDataFolder(dataDir: string, isFresh: boolean): Promise<() => void> {
  const lockFile = join(dataDir, lockName)
  const isOurs = existsSync(lockFile)
  makeFolder(dataDir)
  if (isFresh && !isOurs && readdirSync(dataDir).length > 0) {
    throw new StartError(`${dataDir} contains files that are not Transfer Link's, so --fresh does not empty it.`)
  }
  const unlock = await acquireLock(lockFile, dataDir)
  if (isOurs) chmodSync(dataDir, 0o700)
  if (isFresh) emptyFolder(dataDir)
  return unlock
}

function makeFolder(dataDir: string): void {
  try {
    createMissing(dataDir)
  } catch (error) {
    throw cannotWrite(dataDir, error)
  }
}

// Level by level: Node's recursive mkdir never returns below a folder such as /proc.
function createMissing(folder: string): void {
  if (existsSync(folder)) return
  createMissing(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

async function acquireLock(lockFile: string, dataDir: string): Promise<() => void> {
  const deadline = Date.now() + lockTimeoutMs
  for (;;) {
    try {
      const lock = new Database(lockFile, { timeout: 0 })
      lock.exec('begin exclusive')
      return () => lock.close()
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw cannotWrite(dataDir, error)
      if (Date.now() > deadline) {
        const fix = 'Stop it, or set another DATA_DIR and other ports'
        throw new StartError(`Another npm start is running on the data folder ${dataDir}. ${fix}.`)
      }
      // A supervisor that received SIGTERM may still be stopping.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function emptyFolder(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(lockName)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

function cannotWrite(dataDir: string, error: unknown): StartError {
  const code = (error as { code?: string }).code ?? String(error)
  return new StartError(
    `The data folder ${dataDir} cannot be written (${code}). Change its permissions, or set DATA_DIR to another folder.`,
  )
}
