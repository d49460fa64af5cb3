// The search of the site finds each errorType, option, event, setting, command and type of webhook on its page, and answers questions.
import type { Browser, Page } from 'playwright'
import { searchRanking } from '../../../docs/search-ranking.ts'
import { commandSlug, endpointSlug, webhookSlug } from '../../../scripts/docs/endpoint-addresses.ts'
import { commands } from '../../../server/cli/run.ts'
import { Variables } from '../../../server/config-variables.ts'
import { errorCatalogue } from '../../../server/contract/errors.ts'
import { eventTypes } from '../../../server/contract/event-types.ts'
import { endpoints } from '../../../server/routes/routes.ts'
import { connectionOptions, element } from '../../support/contract-names.ts'

interface Wanted {
  words: string
  /** It must be among the first results. */
  path: string
}

const among = 5

/** What readers look for in their own words. */
const questions: Record<string, string> = {
  'go live checklist': '/integrate/going-live/',
  'verify webhook signature': '/integrate/webhooks/',
  'iframe blocked': '/integrate/csp-and-sri/',
  vue: '/integrate/frameworks/',
  'credit user': '/api/statuses/',
  'sandbox password': '/sandbox/',
  'stuck transfer': '/operate/flagged-transfers/',
  'health check': '/operate/monitoring/',
  GDPR: '/operate/erase-users/',
  passkey: '/operate/console/',
}

export async function searchProblems(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage()
  await page.goto(url)
  const problems: string[] = []
  const all = wanted()
  for (const { words, path } of all) {
    const found = await search(page, words)
    if (!found.includes(path)) problems.push(`The search for ${words} returns ${found.join(', ') || 'nothing'}`)
  }
  await page.close()
  console.log(`search: ${all.length} names`)
  return problems
}

function wanted(): Wanted[] {
  const { attributes, members, events } = element
  return [
    ...Object.keys(errorCatalogue).map((type) => ({ words: type, path: `/errors/${type}/` })),
    ...eventTypes.map((type) => ({ words: type, path: `/${webhookSlug(type)}/` })),
    ...endpoints.map(({ id, summary }) => ({ words: summary, path: `/${endpointSlug(id)}/` })),
    ...on('/operate/configuration/', 'variable', serverSettings()),
    ...on('/sandbox/', 'variable', sandboxSettings),
    ...on('/integrate/element/', 'attribute', namesOf(attributes)),
    ...on('/integrate/element/', 'property', namesOf(members.filter(({ kind }) => kind === 'field'))),
    ...on('/integrate/element/', 'method', namesOf(members.filter(({ kind }) => kind === 'method'))),
    ...on('/integrate/element/', 'event', namesOf(events)),
    ...on('/integrate/npm-package/', 'createLinkConnection', connectionOptions),
    ...Object.entries(questions).map(([words, path]) => ({ words, path })),
    ...commands.flatMap(({ name, usage }) => commandSearches(name, optionsIn(usage))),
  ]
}

/** A name that is also a word of the language is searched together with its kind. */
function on(path: string, kind: string, names: readonly string[]): Wanted[] {
  return names.map((name) => ({ words: isWord(name) ? `${name} ${kind}` : name, path }))
}

/** An option with a hyphen is also searched alone. Without one it is a word that many pages have. */
function commandSearches(name: string, options: readonly string[]): Wanted[] {
  const call = `transfer-link ${name}`
  const alone = options.filter((option) => /[a-z]-/.test(option))
  const words = [call, ...options.map((option) => `${call} ${option}`), ...alone]
  return words.map((each) => ({ words: each, path: `/${commandSlug(name)}/` }))
}

const isWord = (name: string) => /^([a-z]+|HOST|PORT)$/.test(name)
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const sandboxSettings = ['DEMO_PORT', 'SANDBOX_EXCHANGE_PORT', 'SANDBOX_SPEEDUP']
const serverSettings = () => Object.keys(Variables.shape).filter((name) => !sandboxSettings.includes(name))
const optionsIn = (usage: string) => [...new Set(usage.match(/(?<![\w-])--[a-z][a-z-]*/g))]

/** The addresses of the first results, as the site orders them. */
function search(page: Page, words: string): Promise<string[]> {
  return page.evaluate(
    async ({ query, ranking, count }) => {
      const pagefind = await import(`${location.origin}/pagefind/pagefind.js`)
      await pagefind.options({ ranking })
      const { results } = await pagefind.search(query)
      const data = await Promise.all(
        results.slice(0, count).map((result: { data(): Promise<unknown> }) => result.data()),
      )
      return data.map(({ url }: { url: string }) => url)
    },
    { query: words, ranking: searchRanking, count: among },
  )
}
