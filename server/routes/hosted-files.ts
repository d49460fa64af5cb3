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
  return {
    page: () => readFile(hosted('index.html'), 'utf8'),
    manifest: () => readFile(hosted('.vite/manifest.json'), 'utf8'),
    async renderer() {
      const path = hosted('renderer.js')
      // A new build is a new module.
      return import(`${pathToFileURL(path)}?${(await stat(path)).mtimeMs}`)
    },
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
