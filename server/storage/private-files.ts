// The data folder is for the user of the server alone: folders 0700, files 0600, also those that were there before.

import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600

/** Makes the folder if it is missing, and closes it and everything in it to other users. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  chmodSync(folder, folderMode)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makePrivateFolder(path)
    else if (entry.isFile()) chmodSync(path, fileMode)
  }
}

/** Makes the file, empty, if it is missing: SQLite gives its other files the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', fileMode))
}
