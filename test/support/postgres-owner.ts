// The user that runs a PostgreSQL of the tests.
import { readFileSync } from 'node:fs'

/** PostgreSQL refuses to run as root. Null stands for the user of this process. */
export function serverOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres', 'nobody'].map((name) => users.find((user) => user.startsWith(`${name}:`))).find(Boolean)
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('root needs a user to run it as: postgres or nobody')
  return { uid: Number(uid), gid: Number(gid) }
}
