// Only the operating system's user of the server can access the data folder: folders have mode 0700 and files 0600, including existing
// ones.

import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600

/**
 * Creates the folder if it is missing, and removes the access of other users to it and to all its content. What belongs to another user,
 * such as a folder that root has made for a restore, stays as it is.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  chmodSync(folder, folderMode)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    try {
      if (entry.isDirectory()) makePrivateFolder(path)
      else if (entry.isFile()) chmodSync(path, fileMode)
    } catch (error) {
      if (!isOfAnotherUser(error)) throw error
    }
  }
}

function isOfAnotherUser(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPERM'
}

/** Creates an empty file if it is missing. SQLite gives its other files the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', fileMode))
}
