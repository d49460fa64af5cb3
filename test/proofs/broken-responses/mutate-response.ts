// A response of an exchange, broken in one place: in its status, in its text, or in one value of its JSON.

export interface ResponseText {
  status: number
  text: string
}

/** Whole numbers from 0, less than `below`, the same for the same seed. */
export type Draw = (below: number) => number

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const statuses = [
  200, 201, 202, 204, 400, 401, 402, 403, 404, 405, 408, 409, 418, 422, 425, 429, 500, 501, 502, 503, 504,
]
const junk: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  7,
  1e308,
  -0.1,
  '',
  ' ',
  '0',
  '-5',
  '1e400',
  '0x10',
  'NaN',
  'null',
  'odd',
  '‮evil',
  'x'.repeat(5_000),
  '../../secrets',
  '2026-13-45 99:99:99',
  '9'.repeat(80),
  [],
  [[]],
  {},
  { toString: 'x' },
  { length: -1 },
  { length: { toString: 'x' } },
  ['a', null],
  { error: null },
  { constructor: 'x' },
]
const texts = [
  '',
  'null',
  '[]',
  '{}',
  '"ok"',
  '<html>Please wait</html>',
  '\u0000',
  '['.repeat(3_000),
  '{"error":',
  'true',
]

export function mutateResponse(response: ResponseText, draw: Draw): ResponseText {
  const kind = draw(10)
  if (kind === 0) return { ...response, status: statuses[draw(statuses.length)] ?? 500 }
  if (kind === 1) return { ...response, text: breakText(response.text, draw) }
  const value: unknown = JSON.parse(response.text)
  for (let times = 1 + draw(3); times > 0; times--) breakValue(value, draw)
  return { ...response, text: JSON.stringify(value) }
}

function breakText(text: string, draw: Draw): string {
  const at = draw(text.length + 1)
  switch (draw(4)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return `${text.slice(0, at)}${JSON.stringify(junk[draw(junk.length)])}${text.slice(at)}`
    case 2:
      return text + text
    default:
      return texts[draw(texts.length)] ?? ''
  }
}

/** One value inside is replaced by another, removed or duplicated. */
function breakValue(root: unknown, draw: Draw): void {
  const places = placesIn(root)
  const place = places[draw(places.length)]
  if (place === undefined) return
  const { holder, key } = place
  switch (draw(6)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      break
    case 1:
      if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]))
      else holder[`${key} `] = holder[key]
      break
    case 2: {
      const other = places[draw(places.length)]
      if (other !== undefined) set(holder, key, structuredClone(read(other.holder, other.key)))
      break
    }
    default:
      set(holder, key, structuredClone(junk[draw(junk.length)]))
  }
}

type Holder = Record<string, unknown> | unknown[]
interface Place {
  holder: Holder
  key: string
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.entries(holder).flatMap(([key, inner]) => [{ holder, key }, ...placesIn(inner)])
}

function read(holder: Holder, key: string): unknown {
  return (holder as Record<string, unknown>)[key]
}

function set(holder: Holder, key: string, value: unknown): void {
  const target = holder as Record<string, unknown>
  target[key] = value
}
