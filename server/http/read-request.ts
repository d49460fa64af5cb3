// Reads and validates requests: JSON with exact numbers, names in any casing, each name once. Problems are named by their path.

import type { Context } from 'hono'
import type * as z from 'zod'
import { ApiError, type ErrorType, errorSentence, type FieldProblem } from '../contract/errors.ts'
import { parseExactJson } from '../contract/json-number.ts'
import { redactInput } from '../contract/redact-input.ts'
import { scanJson } from './duplicate-keys.ts'
import { foldNames } from './fold-names.ts'

export const maximumBodyBytes = 65_536
const maximumDepth = 16
const maximumProblems = 20
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const json = /^application\/json\s*(;|$)/i
const otherCharset = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(;|$))/i

/** Throws `unsupportedMediaType`, `bodyTooLarge`, `malformedJson`, `duplicateJsonKey`, `bodyTooDeep`, `missingField`, `invalidField`, `unknownField`. */
export async function readBody<T extends z.ZodType>(context: Context, schema: T): Promise<z.infer<T>> {
  const text = await readText(context)
  if (text.trim() === '') return parseFields(schema, {})
  const type = context.req.header('content-type')?.trim() ?? ''
  const coding = context.req.header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (!json.test(type) || otherCharset.test(type) || coding !== 'identity') throw new ApiError('unsupportedMediaType')
  return parseFields(schema, parseText(text))
}

/** The fields of an HTML form, each at most once. Throws `bodyTooLarge`, `malformedJson`, `duplicateJsonKey`, `missingField`, `invalidField`. */
export async function readForm<T extends z.ZodType>(context: Context, schema: T): Promise<z.infer<T>> {
  return parsePairs(schema, new URLSearchParams(await readText(context)))
}

/** The raw body, of bounded size. Throws `bodyTooLarge`. */
export async function readText(context: Context): Promise<string> {
  const announced = Number(context.req.header('content-length') ?? 0)
  if (announced > maximumBodyBytes) throw new ApiError('bodyTooLarge', { maximum: maximumBodyBytes })
  const isChunked = context.req.header('transfer-encoding') !== undefined
  const bytes = await (isChunked ? readChunks(context.req.raw) : context.req.arrayBuffer()).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError('malformedRequest')
  })
  if (bytes.byteLength > maximumBodyBytes) throw new ApiError('bodyTooLarge', { maximum: maximumBodyBytes })
  try {
    // A byte order mark is dropped. Invalid UTF-8 is refused: a repaired text is not what the client sent.
    return strictUtf8.decode(bytes)
  } catch {
    throw new ApiError('malformedJson')
  }
}

// A body of unknown length is read only up to the maximum.
async function readChunks({ body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maximumBodyBytes) throw new ApiError('bodyTooLarge', { maximum: maximumBodyBytes })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseText(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('malformedJson')
  }
  const { duplicate, depth, hasNumbers } = scanJson(text)
  if (depth > maximumDepth) throw new ApiError('bodyTooDeep', { depth: maximumDepth })
  if (duplicate !== null) throw new ApiError('duplicateJsonKey', { name: redactInput(duplicate, 60, '…') })
  // Parsing exact numbers takes several times as long, and few bodies contain a number.
  return hasNumbers ? parseExactJson(text) : value
}

/** The query, names in any casing, each at most once. */
export function readQuery<T extends z.ZodType>(context: Context, schema: T): z.infer<T> {
  return parsePairs(schema, new URL(context.req.url).searchParams)
}

function parsePairs<T extends z.ZodType>(schema: T, pairs: URLSearchParams): z.infer<T> {
  const seen = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (seen.has(name.toLowerCase())) throw new ApiError('duplicateJsonKey', { name: redactInput(name, 60, '…') })
    seen.set(name.toLowerCase(), value)
  }
  return parseFields(schema, Object.fromEntries(seen))
}

function parseFields<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(foldNames(schema, value))
  if (result.success) return result.data
  const problems = result.error.issues.slice(0, maximumProblems).flatMap(problemsOf).slice(0, maximumProblems)
  const [first] = problems
  if (first === undefined) throw new ApiError('malformedJson')
  throw new ApiError(first.errorType, { ...dataOf(first), errors: problems })
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const at = pathText(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      fieldProblem('unknownField', `${at === '' ? '' : `${at}.`}${redactInput(key, 40, '…')}`),
    )
  }
  if (at === '') return [fieldProblem('invalidField', 'body', 'must be a JSON object')]
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return [missing ? fieldProblem('missingField', at) : fieldProblem('invalidField', at, problemOf(issue))]
}

function fieldProblem(errorType: ErrorType, field: string, problem = ''): FieldProblem {
  return { field, errorType, message: errorSentence(errorType, { field, problem }) }
}

function dataOf(problem: FieldProblem) {
  const opening = `Field ${problem.field} `
  return { field: problem.field, problem: problem.message.slice(opening.length).replace(/\.$/, '') }
}

// zod's messages repeat the received value. These never do.
function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`
    case 'too_big':
      return `may have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`
    case 'too_small':
      return `must have at least ${issue.minimum} ${issue.origin === 'array' ? 'entries' : 'characters'}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'custom':
      return issue.message
    default:
      return 'is not in a valid format'
  }
}

function article(type: string): string {
  const word = type === 'string' ? 'text' : type === 'object' ? 'an object' : type === 'array' ? 'an array' : type
  return word === 'boolean' ? 'true or false' : word
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`))
    .join('')
}
