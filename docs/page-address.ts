// The address of a page on the site, by the file that it is written in.
import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const pages = 'docs/src/content/docs/'

/** By the file with the figures of the last saved run of a proof: the page that shows them. */
export const savedRunPages: Record<string, string> = Object.fromEntries(
  globSync('test/**/results.md', { cwd: root })
    .sort()
    .map((file) => [file, `trust/runs/${basename(dirname(file))}`]),
)

/** Files outside of the pages' folder that the site shows. The build copies them. */
export const copies: Record<string, string> = {
  'README.md': 'start/quick-start',
  'CONTRIBUTING.md': 'contribute/contributing',
  'SECURITY.md': 'trust/security-model',
  'CHANGELOG.md': 'contribute/changelog',
  'test/proofs/results.json': 'trust/results',
  ...savedRunPages,
}

/** The address of a link in a file, which must lead to a file that exists. Null if the link leads to a file that the site does not show. */
export function pageAddress(link: string, file: string): string | null {
  if (/^(\w+:|[#/])/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const target = join(dirname(file), path)
  if (!existsSync(target)) throw new Error(`${relative(root, file)} links to ${link}, which does not exist`)
  const slug = slugOf(relative(root, target))
  return slug === null ? null : `/${slug}${slug === '' ? '' : '/'}${anchor === undefined ? '' : `#${anchor}`}`
}

function slugOf(file: string): string | null {
  const error = /^docs\/errors\/(\w+)\.md$/.exec(file)?.[1]
  if (error !== undefined) return `errors/${error}`
  if (copies[file] !== undefined) return copies[file]
  if (file === 'docs/README.md') return ''
  return file.startsWith(pages) && /\.mdx?$/.test(file)
    ? file
        .slice(pages.length)
        .replace(/\.mdx?$/, '')
        .replace(/(^|\/)index$/, '')
    : null
}
