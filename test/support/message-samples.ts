// One message of each type, built from its shape, and malformed variants. Plain data, so that a page can receive it.
import { frameShapes, type Shape, siteShapes } from '../../components/protocol/link-messages.ts'

export type Message = { type: string; [field: string]: unknown }

export const frameSamples: Message[] = samplesOf(frameShapes)
export const siteSamples: Message[] = samplesOf(siteShapes)

/** Values that no field accepts, whatever its shape. */
const strangers: unknown[] = [null, true, '', 'x', -0.5, [], {}, [[]], { length: 1 }, 'javascript:alert(1)']

/** Variants of the message in which one field, at any depth, is missing or replaced. */
export function brokenForms(message: Message): Message[] {
  return pathsIn(message).flatMap((path) => [
    changed(message, path, undefined, true) as Message,
    ...strangers.map((stranger) => changed(message, path, stranger) as Message),
  ])
}

function samplesOf(shapes: Readonly<Record<string, { readonly [field: string]: Shape }>>): Message[] {
  return Object.entries(shapes).map(([type, fields]) => ({ type, ...(sampleOf(fields) as object) }))
}

function sampleOf(shape: Shape): unknown {
  if (shape === 'text') return 'text'
  if (shape === 'number') return 12.5
  if (shape === 'address') return 'https://exchange.example/'
  if (Array.isArray(shape)) {
    const [kind, part] = shape as readonly [string, Shape]
    return kind === 'list' ? [sampleOf(part)] : kind === 'word' ? part : sampleOf(part)
  }
  const fields = shape as { readonly [field: string]: Shape }
  return Object.fromEntries(Object.entries(fields).map(([name, part]) => [name.replace('?', ''), sampleOf(part)]))
}

function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : []
  const below = Object.entries(value).flatMap(([name, part]) => pathsIn(part, [...path, name]))
  return path.length > 0 ? [path, ...below] : below
}

function changed(value: unknown, [name, ...rest]: string[], to: unknown, isTakenAway = false): unknown {
  if (name === undefined) return to
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  if (rest.length === 0 && isTakenAway) delete copy[name]
  else copy[name] = changed(copy[name], rest, to, isTakenAway)
  return copy
}
