// The built browser files that travel with the server: the hosted page, its assets, and the script-tag file.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface HostedFiles {
  /** The page's HTML with `{{nonce}}` and `{{origin}}` still in it. */
  page(): Promise<string>
  /** A file by its path under the folder, or null. */
  asset(path: string): Promise<Buffer | null>
  script(name: string): Promise<Buffer | null>
}

const safePath = /^[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)*\.(js|css|svg|map)$/

export function hostedFiles(folder: string): HostedFiles {
  const read = async (path: string) => {
    try {
      return await readFile(path)
    } catch {
      return null
    }
  }
  return {
    async page() {
      return readFile(join(folder, 'hosted', 'index.html'), 'utf8')
    },
    async asset(path) {
      return safePath.test(path) ? read(join(folder, 'hosted', path)) : null
    },
    async script(name) {
      return safePath.test(name) ? read(join(folder, 'browser', name)) : null
    },
  }
}
