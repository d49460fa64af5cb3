import { readFileSync } from 'node:fs'
import type { Html } from '../html.ts'
import { type Route, type RouteResponse, route } from '../http.ts'
import type { Emulators } from './emulator-context.ts'
import { addressBookPage, apiKeysPage, emulatorPage, emulatorsPage } from './emulator-pages.ts'

const requestsShown = 100

export function emulatorPageRoutes(emulators: Emulators): Route[] {
  const { apiKeys, savedAddresses, faults, requests, definitions, keyed } = emulators
  const script = readFileSync(new URL('./page-calls.js', import.meta.url), 'utf8')
  return [
    route('GET /api-keys', ({ query }) => {
      const requested = query.get('emulator')
      const shown = apiKeys.all().filter(({ emulator }) => requested === null || emulator === requested)
      return page(apiKeysPage(shown, keyed))
    }),
    route('GET /address-book', ({ query }) => {
      const emulator = definitions.find(({ name }) => name === query.get('emulator'))
      return page(addressBookPage(savedAddresses.all(), emulator?.title ?? null))
    }),
    route('GET /console/emulators', () =>
      page(emulatorsPage(emulators.exchange.pageUrl(), definitions, emulators.oauthApps.all())),
    ),
    ...definitions.map(({ name, title }) =>
      route(`GET /console/emulators/${name}`, () => {
        const shown = requests.find({ emulator: name }).slice(-requestsShown).toReversed()
        return page(emulatorPage({ name, title, faults: faults[name]?.state() ?? {}, requests: shown }))
      }),
    ),
    route('GET /page-calls.js', () => ({ status: 200, type: 'text/javascript; charset=utf-8', text: script })),
  ]
}

function page(content: Html): RouteResponse {
  return { status: 200, type: 'text/html; charset=utf-8', text: `<!doctype html>\n${content.text}` }
}
