// The folder for test data. On a busy disk the server waits for each write, and no test of `npm test` cuts the power.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const requiredBytes = 2 * 2 ** 30

/** In memory if there is room, otherwise the system's temporary folder. */
export async function temporaryFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > requiredBytes ? memory : tmpdir()
}
