// The search of the site finds each errorType on its page, and each setting and command on a page that has its name.
import type { Browser, Page } from 'playwright'
import { commands } from '../../../server/cli/run.ts'
import { Variables } from '../../../server/config-variables.ts'
import { errorCatalogue } from '../../../server/contract/errors.ts'

interface Wanted {
  words: string
  path: string
  /** The page must be among so many results. */
  among: number
}

export async function searchProblems(browser: Browser, url: string): Promise<string[]> {
  const wanted: Wanted[] = [
    ...Object.keys(errorCatalogue).map((type) => ({ words: type, path: `/errors/${type}/`, among: 3 })),
    // HOST is also a word of many pages.
    ...serverSettings().map((name) => ({
      words: name,
      path: '/operate/configuration/',
      among: name === 'HOST' ? 10 : 3,
    })),
    ...commands.map(({ name }) => ({ words: `transfer-link ${name}`, path: '/operate/commands/', among: 5 })),
  ]
  const page = await browser.newPage()
  await page.goto(url)
  const problems: string[] = []
  for (const { words, path, among } of wanted) {
    const found = (await search(page, words)).slice(0, among)
    if (!found.includes(path)) problems.push(`The search for ${words} returns ${found.join(', ') || 'nothing'}`)
  }
  await page.close()
  console.log(`search: ${wanted.length} names`)
  return problems
}

/** Those of the sandbox are on its own page. */
function serverSettings(): string[] {
  const ofSandbox = ['DEMO_PORT', 'SANDBOX_EXCHANGE_PORT', 'SANDBOX_SPEEDUP']
  return Object.keys(Variables.shape).filter((name) => !ofSandbox.includes(name))
}

/** The addresses of the first ten results. */
function search(page: Page, words: string): Promise<string[]> {
  return page.evaluate(async (query) => {
    const pagefind = await import(`${location.origin}/pagefind/pagefind.js`)
    const { results } = await pagefind.search(query)
    const data = await Promise.all(results.slice(0, 10).map((result: { data(): Promise<unknown> }) => result.data()))
    return data.map(({ url }: { url: string }) => url)
  }, words)
}
