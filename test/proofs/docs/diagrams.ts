// Every diagram fits its column, in letters that can be read.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { projectRoot } from '../../../scripts/command.ts'

/** A small phone, a phone, a tablet, and the narrowest and a usual window with the table of contents. */
const widths = [360, 390, 768, 1152, 1280]
const smallestLetters = 9

export async function diagramProblems(browser: Browser, url: string): Promise<string[]> {
  const paths = pagesWithDiagrams()
  const problems: string[] = paths.length < 3 ? [`Only ${paths.length} pages have a diagram`] : []
  for (const width of widths) {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    for (const path of paths) {
      await page.goto(url + path)
      const blocks = await page.locator('pre[data-language="text"]').evaluateAll((elements) =>
        elements.map((block) => ({
          hidden: block.scrollWidth - block.clientWidth,
          letters: Number.parseFloat(getComputedStyle(block.querySelector('code') ?? block).fontSize),
        })),
      )
      for (const { hidden, letters } of blocks) {
        if (hidden > 0) problems.push(`${path} (${width} px): ${hidden} px of a diagram are cut off`)
        if (letters < smallestLetters) problems.push(`${path} (${width} px): a diagram in letters of ${letters} px`)
      }
    }
    await page.close()
  }
  console.log(`diagrams: ${paths.length} pages, ${widths.length} widths`)
  return problems
}

function pagesWithDiagrams(): string[] {
  const cwd = join(projectRoot, 'docs/dist')
  const pages = globSync('**/index.html', { cwd }).sort()
  const withDiagram = pages.filter((page) =>
    readFileSync(join(cwd, page), 'utf8').includes('<pre data-language="text"'),
  )
  return withDiagram.map((page) => `/${page.replace(/index\.html$/, '')}`)
}
