// `npm start` runs npm, a shell and this process. If npm or the shell is killed, this process gets no signal; only the parent pids
// change. The chain up to npm is therefore polled a few times a second.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const everyMs = 250

/** Calls back once when this process or the shell above it is orphaned. Returns the function that stops polling. */
export function watchParents(onOrphaned: () => void): () => void {
  const parent = process.ppid
  // Without npm the shell above is the user's, and its parent does not matter.
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  const grandparent = isUnderNpm && process.platform !== 'win32' ? parentOf(parent) : null
  const timer = setInterval(() => {
    const isOrphaned = process.ppid !== parent || (grandparent !== null && !hasParent(parent, grandparent))
    if (!isOrphaned) return
    clearInterval(timer)
    onOrphaned()
  }, everyMs)
  return () => clearInterval(timer)
}

function hasParent(pid: number, parent: number): boolean {
  if (process.platform === 'linux') return parentOf(pid) === parent
  // On other systems a parent's parent cannot be read from a file, so only its existence is checked.
  try {
    process.kill(parent, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function parentOf(pid: number): number | null {
  try {
    const text =
      process.platform === 'linux'
        ? /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return text === undefined ? null : Number(text)
  } catch {
    return null
  }
}
