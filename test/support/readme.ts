// The code blocks of the README and the documentation. Tests run them as a reader would.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/command.ts'

export interface Block {
  language: string
  text: string
}

/** Every block with a language in one page, by the page's path from the project's root. */
export function pageBlocks(page: string): Block[] {
  const text = readFileSync(join(projectRoot, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', lines = '']) => ({
    language,
    text: lines,
  }))
}

/** Writes the blocks of a page that begin with the name of their file, as `// server.ts`. Returns the names. */
export function writePageFiles(page: string, folder: string): string[] {
  return pageBlocks(page).flatMap(({ text }) => {
    const [, name] = /^\/\/ ([\w-]+\.\w+)\n/.exec(text) ?? []
    if (name === undefined) return []
    writeFileSync(join(folder, name), text)
    return [name]
  })
}

/** Every opening line of a block that names no language. */
export function blocksWithoutLanguage(page: string): number {
  const fences = [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/^ *```(.*)$/gm)]
  return fences.filter(([, language], index) => index % 2 === 0 && language === '').length
}

/** The folder of the site's pages. Its subfolder `generated` is written by `npm run docs`. */
export const pagesFolder = 'docs/src/content/docs'

/** The README, the index of the documentation, and every page that is written by hand. */
export function documentationPages(): string[] {
  const exclude = ['**/generated/**']
  const pages = globSync([`${pagesFolder}/**/*.{md,mdx}`, 'docs/errors/*.md'], { cwd: projectRoot, exclude })
  return ['README.md', 'docs/README.md', ...pages.sort()]
}

/** The one block of a language that contains `part`, in the README or the documentation. */
export function readmeBlock(language: string, part: string): string {
  const blocks = documentationPages().flatMap(pageBlocks)
  const fitting = blocks.filter((block) => block.language === language && block.text.includes(part))
  const [block] = fitting
  if (block === undefined || fitting.length > 1)
    throw new Error(`README.md and docs have ${fitting.length} ${language} blocks with ${part}`)
  return block.text
}
