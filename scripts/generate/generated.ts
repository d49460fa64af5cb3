// The files, or parts of files, that are generated from the server's catalogues. `npm run generate` writes them. A test fails if they
// are out of date, so that a change of the public interface shows in review.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalogue, riskErrors } from '../../server/contract/errors.ts'
import { openApiDocument } from '../../server/http/openapi/document.ts'
import { endpoints } from '../../server/routes/routes.ts'
import { projectRoot } from '../command.ts'
import { bundledLicences } from './bundled-licences.ts'
import { exchangeTable } from './exchange-table.ts'
import { licenceTable } from './licence-table.ts'
import { limitTable } from './limit-table.ts'
import { messageSchemas } from './message-schema.ts'

interface GeneratedFile {
  path: string
  /** Returns the content that the file should have, given its current content. */
  generated(text: string): string
}

/** Tables in the documentation, each between a line that begins it and one that ends it. */
const tables: readonly [path: string, name: string, table: () => string][] = [
  ['docs/src/content/docs/exchanges/index.md', 'exchanges', exchangeTable],
  ['docs/src/content/docs/exchanges/rate-limits.md', 'default limits', limitTable],
  ['docs/src/content/docs/api/endpoints.md', 'endpoints', endpointTable],
  ['docs/src/content/docs/api/errors.md', 'required actions', requiredActionTable],
  ['docs/src/content/docs/api/errors.md', 'errors', errorTable],
  ['docs/src/content/docs/trust/licences.md', 'licences', licenceTable],
]

export const generatedFiles: GeneratedFile[] = [
  { path: 'test/integration/server/http/openapi/openapi.json', generated: () => openApiText() },
  {
    path: 'components/protocol/link-messages.schema.json',
    generated: () => `${JSON.stringify(messageSchemas(), null, 1)}\n`,
  },
  { path: 'server/THIRD-PARTY-NOTICES', generated: bundledLicences },
  { path: 'components/texts/destination-errors.ts', generated: () => destinationErrorsText() },
  ...tables.map(([path, name, table]) => ({
    path,
    generated: (text: string) => withTable(text, { path, name, table: table() }),
  })),
]

function withTable(text: string, { path, name, table }: { path: string; name: string; table: string }): string {
  const [begin, end] = [`<!-- ${name}: written by npm run generate -->`, `<!-- end of ${name} -->`]
  const [head, rest] = text.split(begin)
  const tail = rest?.split(end)[1]
  if (head === undefined || tail === undefined) throw new Error(`${path} has no ${begin} … ${end}`)
  return `${head}${begin}\n${table}\n${end}${tail}`
}

export function readGenerated({ path }: GeneratedFile): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}

export function writeGenerated({ path }: GeneratedFile, text: string): void {
  writeFileSync(join(projectRoot, path), text)
}

function openApiText(): string {
  const document = openApiDocument(endpoints, { version: '0.0.0', serverUrl: 'http://localhost:4000' })
  return `${JSON.stringify(document, null, 1)}\n`
}

/** The browser imports only types from the catalogue, so the names are written into a file for it. */
function destinationErrorsText(): string {
  const names = riskErrors('destination', 'link').map((type) => `  '${type}',\n`)
  return [
    '// Errors about the destination. Another amount does not help, so the page does not offer one. Written by npm run generate from the error catalogue.\n\n',
    `export const destinationErrors: readonly string[] = [\n${names.join('')}]\n`,
  ].join('')
}

function endpointTable(): string {
  const credentials = { client: 'Client', session: 'Link session', none: 'None' }
  const rows = endpoints.map(
    ({ method, path, summary, security }) =>
      `| \`${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}\` | ${summary} | ${credentials[security]} |`,
  )
  return ['| Endpoint | Summary | Credentials |', '|---|---|---|', ...rows].join('\n')
}

/** Required actions are not errors: execute returns them with status 200. */
function requiredActionTable(): string {
  const rows = Object.entries(errorCatalogue)
    .filter(([, { http }]) => http === 200)
    .map(([type, { sentence }]) => `| \`${type}\` | ${sentence} |`)
  return ['| ErrorType | ErrorMessage |', '|---|---|', ...rows].join('\n')
}

function errorTable(): string {
  const rows = Object.entries(errorCatalogue)
    .filter(([, { http }]) => http >= 400)
    .map(([type, { http, status, sentence }]) => {
      const page = `[\`${type}\`](../../../../errors/${type}.md)`
      return `| ${http} | ${status} | ${page} | ${sentence} |`
    })
  return ['| HTTP | status | errorType | message |', '|---|---|---|---|', ...rows].join('\n')
}
