// The profile of the responses of one run: shapes, statuses and networks. Compares the emulator's profile with the exchange's.
import { parseJsonToTexts } from '../../server/contract/json-number.ts'
import type { Endpoint, ReadingList } from './reading-endpoints.ts'
import type { ReadResponse } from './reading-fetch.ts'
import { addToShape, differencesOf, emptyShape, type Shape, textsAt } from './shape.ts'

export interface ResponseProfile {
  /** By method and path. */
  shapes: Record<string, Shape>
  statuses: string[]
  networks: string[]
}

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** Omits error responses, because they have another shape. */
export function profileOf(responses: readonly ReadResponse[]): ResponseProfile {
  const collected: ResponseProfile = { shapes: {}, statuses: [], networks: [] }
  for (const { endpoint, status, text } of responses) {
    const body = bodyOf(text)
    if (status !== 200 || body === undefined || statesError(body)) continue
    const name = nameOf(endpoint)
    collected.shapes[name] ??= emptyShape()
    addToShape(collected.shapes[name], JSON.parse(text), { maps: endpoint.maps ?? [] })
    collected.statuses.push(...(endpoint.statuses ?? []).flatMap((path) => textsAt(body, path)))
    collected.networks.push(...(endpoint.networks ?? []).flatMap((path) => textsAt(body, path)))
  }
  return { shapes: collected.shapes, statuses: unique(collected.statuses), networks: unique(collected.networks) }
}

/** Differences in the exchange's responses that the emulator does not have, one sentence each. */
export function differencesBetween(emulator: ResponseProfile, exchange: ResponseProfile, list: ReadingList): string[] {
  const unknown = (words: string[], seen: string[], isKnown: (word: string) => boolean) =>
    words.filter((word) => !seen.includes(word) && !isKnown(word))
  return [
    ...Object.entries(exchange.shapes).flatMap(([name, shape]) => {
      const expected = emulator.shapes[name]
      if (expected === undefined) return [`${name}: the emulator does not return it`]
      return differencesOf(expected, shape).map((difference) => `${name}, ${difference}`)
    }),
    ...unknown(exchange.statuses, emulator.statuses, list.isKnownStatus).map((word) => `unknown status: ${word}`),
    ...unknown(exchange.networks, emulator.networks, list.isKnownNetwork).map((word) => `unknown network: ${word}`),
  ]
}

/** Whether a response of status 200 contains an error. */
function statesError(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { error, errors, code, retCode } = body as Record<string, unknown>
  const isFilled = (list: unknown) => Array.isArray(list) && list.length > 0
  const isRefusal = (word: unknown) => typeof word === 'string' && !/^(0*|200000)$/.test(word)
  return isFilled(error) || isFilled(errors) || isRefusal(code) || isRefusal(retCode)
}

/** Parses numbers as texts, so that a numeric status has all its digits. */
function bodyOf(text: string): unknown {
  try {
    return parseJsonToTexts(text)
  } catch {
    return undefined
  }
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)].sort()
}
