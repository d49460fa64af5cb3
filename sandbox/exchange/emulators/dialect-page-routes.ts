import { readFileSync } from 'node:fs'
import type { Html } from '../html.ts'
import { type Answer, type Route, route } from '../http.ts'
import type { DialectName } from './dialect.ts'
import { addressBookPage, apiKeysPage, dialectPage, dialectsPage } from './dialect-pages.ts'
import type { Dialects } from './dialects.ts'

const requestsShown = 100

export function dialectPageRoutes(dialects: Dialects): Route[] {
  const { apiKeys, savedAddresses, faults, requests } = dialects
  const script = readFileSync(new URL('./page-calls.js', import.meta.url), 'utf8')
  return [
    route('GET /api-keys', () => page(apiKeysPage(apiKeys.all()))),
    route('GET /address-book', () => page(addressBookPage(savedAddresses.all()))),
    route('GET /console/dialects', () => page(dialectsPage(dialects.exchange.pageUrl(), dialects.oauthApps.all()))),
    ...(Object.keys(faults) as DialectName[]).map((name) =>
      route(`GET /console/dialects/${name}`, () => {
        const shown = requests.find({ dialect: name }).slice(-requestsShown).toReversed()
        return page(dialectPage(name, faults[name].state(), shown))
      }),
    ),
    route('GET /page-calls.js', () => ({ status: 200, type: 'text/javascript; charset=utf-8', text: script })),
  ]
}

function page(content: Html): Answer {
  return { status: 200, type: 'text/html; charset=utf-8', text: `<!doctype html>\n${content.text}` }
}
