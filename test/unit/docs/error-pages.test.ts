// Every error has a page with three sections. The rest of the page is generated from the catalogue.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { rejectionReasons } from '../../../server/accounts/call-exchange.ts'
import { Variables } from '../../../server/config-variables.ts'
import { type ErrorType, errorCatalogue, errorDataNames } from '../../../server/contract/errors.ts'
import { limitNames } from '../../../server/contract/limit-names.ts'
import { selfCustodyType } from '../../../server/exchanges/registry.ts'
import { openApiDocument } from '../../../server/http/openapi/document.ts'
import { endpoints } from '../../../server/routes/routes.ts'
import { runCliHere } from '../../support/cli.ts'

const folder = join(projectRoot, 'docs/errors')
const files = readdirSync(folder)
const pages = files.map((file) => ({ type: file.replace(/\.md$/, ''), text: readFileSync(join(folder, file), 'utf8') }))
const sections = ['What happened', 'Where the money is', 'What to do'].map((title) => `## ${title}`)

/** Data that only some responses with an error have. */
const optionalData = ['errors', 'remaining']
/** Neither in the OpenAPI document nor in a list of the server. */
const otherNames = [
  ...['GET', 'POST', 'Accept', 'Content-Encoding', 'Content-Length', 'Content-Type', 'Forwarded', 'Host'],
  ...['X-Forwarded-Proto', 'brokerConnected', 'sandboxBroker', 'personal_sign', 'curl -d'],
  ...['tooLong', 'notAnOption', 'notACountry', 'a request failed unexpectedly'],
]
const names = new Set([
  ...wordsIn(openApiDocument(endpoints, { version: '0.0.0', serverUrl: 'http://localhost' })),
  ...Object.values(rejectionReasons).map(({ reason }) => reason),
  ...limitNames,
  ...otherNames,
  selfCustodyType,
])
const paths = endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)

test('every error has one page, and there is no other file', () => {
  const expected = Object.keys(errorCatalogue).map((type) => `${type}.md`)
  assert.deepEqual(files.toSorted(), expected.toSorted())
})

test('every page has the three sections in their order, each of one to four sentences', () => {
  const wrong = pages.filter(({ text }) => {
    const parts = text.split(/^(?=#)/m)
    const headings = parts.map((part) => part.split('\n')[0])
    return headings.join() !== sections.join() || !parts.every(hasSentences)
  })
  assert.deepEqual(
    wrong.map(({ type }) => type),
    [],
  )
})

function hasSentences(section: string): boolean {
  const text = section
    .split('\n')
    .slice(1)
    .join(' ')
    .replace(/`[^`]*`/g, 'code')
    .trim()
  const ends = text.match(/[.!?](?= |$)/g) ?? []
  return /^[^\s#].*\.$/.test(text) && ends.length <= 4
}

test('every name in code style exists', async () => {
  const unknown: string[] = []
  for (const { type, text } of pages) {
    // A code span that continues on the next line would not be checked.
    if (text.split('\n').some((line) => (line.match(/`/g)?.length ?? 0) % 2 === 1)) unknown.push(`${type}: a span`)
    for (const [, span = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      if (!(await exists(span, type as ErrorType))) unknown.push(`${type}: ${span}`)
    }
  }
  assert.deepEqual(unknown, [])
})

async function exists(span: string, type: ErrorType): Promise<boolean> {
  const [, data] = /^errorData\.(\w+)$/.exec(span) ?? []
  if (data !== undefined) return [...errorDataNames(type), ...optionalData].includes(data)
  if (span.startsWith('transfer-link ')) return isCommand(span)
  const [, method = '', path, , query = 'id'] = /^([A-Z]+ )?(\/[^?]*)(\?(\w+)=…)?$/.exec(span) ?? []
  if (path !== undefined) return names.has(query) && paths.some((each) => isPath(each, method, path))
  const [name = ''] = span.split(/=|: /)
  return names.has(name) || Object.keys(Variables.shape).includes(name)
}

/** Without a method, the path may also be the beginning of one. */
function isPath(endpoint: string, method: string, path: string): boolean {
  return method === '' ? endpoint.includes(` ${path}/`) : endpoint === method + path
}

async function isCommand(span: string): Promise<boolean> {
  const [command = '', option = ''] = span.split(/ (?=--)/)
  const { out } = await runCliHere([...command.split(' ').slice(1), '--help'])
  return new RegExp(`^Usage: ${command}( |$)`, 'm').test(out) && out.includes(option)
}

/** Every key, and every text of one word. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\s/.test(value) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => [key, ...wordsIn(each)])
}
