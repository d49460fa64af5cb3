// Only the operating system's user of the server can access the data folder: folders have mode 0700 and files 0600, including existing
// ones.

import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600

/** Creates the folder if it is missing, and removes the access of other users to it and to all its content. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  chmodSync(folder, folderMode)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makePrivateFolder(path)
    else if (entry.isFile()) chmodSync(path, fileMode)
  }
}

/** Creates an empty file if it is missing. SQLite gives its other files the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', fileMode))
}
