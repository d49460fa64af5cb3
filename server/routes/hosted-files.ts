// The built browser files in the server package: the hosted page, its assets, and the script-tag files.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface HostedFiles {
  /** The page's HTML, before the server fills it. */
  page(): Promise<string>
  /** The available languages. */
  languages(): Promise<string[]>
  /** The texts of a language, as a script for the page. */
  texts(language: string): Promise<string>
  /** Texts that the server renders: the heading of the first screen, and the name of the row for wallets. */
  words(language: string): Promise<{ heading: string; wallet: string }>
  /** A file by its path below the folder, or null. */
  asset(path: string): Promise<Buffer | null>
  script(name: string): Promise<Buffer | null>
  /** The names of the files for a script tag. */
  scripts(): Promise<string[]>
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
    page: () => readFile(join(folder, 'hosted', 'index.html'), 'utf8'),
    async languages() {
      const files = await readdir(join(folder, 'hosted', 'texts'))
      return files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -'.js'.length))
    },
    texts: (language) => readFile(join(folder, 'hosted', 'texts', `${language}.js`), 'utf8'),
    async words(language) {
      const text = await readFile(join(folder, 'hosted', 'texts', `${language}.txt`), 'utf8')
      const [heading = '', wallet = ''] = text.split('\n')
      return { heading, wallet }
    },
    async asset(path) {
      return safePath.test(path) ? read(join(folder, 'hosted', path)) : null
    },
    async script(name) {
      return safePath.test(name) ? read(join(folder, 'browser', name)) : null
    },
    async scripts() {
      const files = await readdir(join(folder, 'browser')).catch(() => [])
      return files.filter((name) => safePath.test(name)).sort()
    },
  }
}
