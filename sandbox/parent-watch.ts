// `npm start` is npm, a shell, and this process. A killed npm leaves the shell waiting, and a killed shell says nothing either:
// what changes is whose child each is. So the chain up to npm is looked at a few times a second.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const everyMs = 250

/** Calls back once when this process or the shell above it has been orphaned. Returns the end of the watch. */
export function watchParents(onOrphaned: () => void): () => void {
  const parent = process.ppid
  // Without npm the shell above is the person's own, and its parent is none of our business.
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  const grandparent = isUnderNpm && process.platform !== 'win32' ? parentOf(parent) : null
  const timer = setInterval(() => {
    const isOrphaned = process.ppid !== parent || (grandparent !== null && !isStill(parent, grandparent))
    if (!isOrphaned) return
    clearInterval(timer)
    onOrphaned()
  }, everyMs)
  return () => clearInterval(timer)
}

function isStill(pid: number, parent: number): boolean {
  if (process.platform === 'linux') return parentOf(pid) === parent
  // Elsewhere asking for a parent means starting a program: whether it lives must do.
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
