// What the site weighs: its pages, and the article that takes the most bytes to load.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

export interface SiteSize {
  pages: number
  largest: { page: string; bytes: number }
}

const mostBytes = 40 * 1024
const fewestPages = 180
/** The best compression takes a tenth of a second a page, so only the largest candidates get it. */
const candidates = 8

export function measureSite(folder: string): SiteSize {
  const pages = globSync('**/index.html', { cwd: folder })
  const roughly = pages.map((page) => ({ page, bytes: weightOf(folder, page, 4) }))
  const largest = roughly
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, candidates)
    .map(({ page }) => ({ page, bytes: weightOf(folder, page, constants.BROTLI_MAX_QUALITY) }))
    .reduce((most, each) => (each.bytes > most.bytes ? each : most), { page: '', bytes: 0 })
  return { pages: pages.length, largest }
}

const sizes = new Map<string, number>()

/** The page with its styles and scripts, compressed. */
function weightOf(folder: string, page: string, quality: number): number {
  const html = readFileSync(join(folder, page))
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  const sizeOf = (file: string): number => {
    const known =
      sizes.get(`${quality} ${file}`) ?? brotliCompressSync(readFileSync(join(folder, file)), options).length
    sizes.set(`${quality} ${file}`, known)
    return known
  }
  const loaded = loadedBy(html.toString(), folder).reduce((sum, file) => sum + sizeOf(file), 0)
  return brotliCompressSync(html, options).length + loaded
}

/** The style sheets and scripts of a page, with the scripts that those import. The search is loaded when it is opened. */
function loadedBy(html: string, folder: string): string[] {
  const named = html.matchAll(/<(?:link|script)\b[^>]*\b(?:href|src)="[^"]*?(_astro\/[^"]+\.(?:css|js))"/g)
  const files = new Set([...named].map(([, file = '']) => file))
  for (const file of files) {
    if (!file.endsWith('.js')) continue
    const imported = readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)
    for (const [, name = ''] of imported) files.add(`_astro/${name}`)
  }
  return [...files]
}

export function reportOf({ pages, largest }: SiteSize, seconds: number): string {
  const size = (largest.bytes / 1024).toFixed(1)
  return `${pages} pages in ${seconds.toFixed(0)} s. Largest article: ${largest.page}, ${size} KB brotli with its styles and scripts`
}

export function problemsOf({ pages, largest }: SiteSize): string[] {
  return [
    ...(pages < fewestPages ? [`Only ${pages} pages instead of at least ${fewestPages}.`] : []),
    ...(largest.bytes > mostBytes ? [`${largest.page} is larger than ${mostBytes / 1024} KB.`] : []),
  ]
}
