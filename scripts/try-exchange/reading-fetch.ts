// A `fetch` that sends only the requests of a reading list and records each response.
import { type Endpoint, endpointOf, type ReadingList } from './reading-endpoints.ts'

export interface ReadResponse {
  endpoint: Endpoint
  status: number
  text: string
}

export interface ReadingFetch {
  fetch: typeof globalThis.fetch
  responses: ReadResponse[]
  /** The requests that were not sent, as method and path. */
  refused: string[]
}

/** With a `baseUrl`, all requests are sent to that emulator instead of the exchange. */
export function readingFetch(list: ReadingList, baseUrl: string | null): ReadingFetch {
  const send = globalThis.fetch
  const responses: ReadResponse[] = []
  const refused: string[] = []
  return {
    responses,
    refused,
    async fetch(input, init) {
      const request = new Request(input, init)
      const path = pathOf(list, baseUrl, new URL(request.url))
      const endpoint = path === null ? undefined : endpointOf(list, request.method, path)
      if (endpoint === undefined) {
        refused.push(`${request.method} ${path ?? new URL(request.url).host}`)
        throw new Error('This request is not on the list of reading endpoints. It was not sent.')
      }
      const response = await send(input, init)
      const text = await response.text()
      responses.push({ endpoint, status: response.status, text })
      return new Response(text, { status: response.status, headers: response.headers })
    },
  }
}

/** The path at the exchange. Null for another host. */
function pathOf({ hosts }: ReadingList, baseUrl: string | null, url: URL): string | null {
  if (baseUrl === null) return url.protocol === 'https:' && hosts.includes(url.host) ? url.pathname : null
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  return url.origin === base.origin && url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : null
}
