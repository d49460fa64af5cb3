// The built browser files in the server package: the hosted page, its assets, and the script-tag files.

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface HostedFiles {
  /** The page's HTML, before the server fills it. */
  page(): Promise<string>
  /** Vite's manifest, as JSON: the page's files by the paths of their sources. */
  manifest(): Promise<string>
  /** The part of the page's code that runs in the server. */
  renderer(): Promise<Renderer>
  /** A file by its path below the folder, or null. */
  asset(path: string): Promise<Buffer | null>
  script(name: string): Promise<Buffer | null>
  /** The names of the files for a script tag. */
  scripts(): Promise<string[]>
}

/** What host/renderer.ts exports. */
export interface Renderer {
  /** The texts of the `<style>` elements in what it renders. */
  styles: readonly string[]
  /** The page's element with its first screen, as HTML. `data` is what the page's scripts get, too. */
  renderFirstScreen(screen: { language: string; locale: string; data: object | null }): Promise<string>
}

const safePath = /^[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)*\.(js|css|svg|map)$/

export function hostedFiles(folder: string): HostedFiles {
  const hosted = (path: string) => join(folder, 'hosted', path)
  const read = async (path: string) => {
    try {
      return await readFile(path)
    } catch {
      return null
    }
  }
  /** Throws an error whose message names the fix: it appears in the log. */
  const built = async <T>(path: string, use: (path: string) => Promise<T>): Promise<T> => {
    if ((await stat(path).catch(() => null)) !== null) return use(path)
    throw new Error(
      `The hosted page is not built: ${path} is missing. In a clone run "npm run build". Otherwise install the package again.`,
    )
  }
  return {
    page: () => built(hosted('index.html'), (path) => readFile(path, 'utf8')),
    manifest: () => built(hosted('.vite/manifest.json'), (path) => readFile(path, 'utf8')),
    // A new build is a new module.
    renderer: () =>
      built(hosted('renderer.js'), async (path) => import(`${pathToFileURL(path)}?${(await stat(path)).mtimeMs}`)),
    async asset(path) {
      return /^(assets|icons)\//.test(path) && safePath.test(path) ? read(hosted(path)) : null
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
