// Writes what the site shows besides the pages that are written by hand. Nothing of it is committed.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { docsOrigin } from '../../sandbox/options.ts'
import { openApiDocument } from '../../server/http/openapi/document.ts'
import { version } from '../../server/package-info.ts'
import { endpoints } from '../../server/routes/routes.ts'
import { projectRoot } from '../command.ts'
import { commandPages } from './command-pages.ts'
import { copiedPages } from './copied-pages.ts'
import { endpointPages } from './endpoint-pages.ts'
import { errorPages } from './error-pages.ts'
import { eventSchemas } from './event-schemas.ts'
import { type Page, pageText } from './page.ts'
import { playgroundElement, readSources } from './playground-element.ts'
import { resultsPage } from './results-page.ts'
import { skillFile } from './skill-file.ts'
import { webhookPages } from './webhook-pages.ts'

export const docsFolder = join(projectRoot, 'docs')
const generated = join(docsFolder, 'src/content/docs/generated')

export function generatedPages(): Page[] {
  const document = siteDocument()
  return [
    ...copiedPages(),
    resultsPage(),
    ...commandPages(),
    ...endpointPages(document),
    ...webhookPages(document),
    ...errorPages(document, endpoints, join(docsFolder, 'errors')),
  ]
}

/** `siteUrl` is the address under which the site is published. */
export function writeGeneratedPages(siteUrl: string): void {
  rmSync(generated, { recursive: true, force: true })
  for (const page of generatedPages()) writeFile(join(generated, `${page.file}.md`), pageText(page))
  const document = siteDocument()
  writeFile(join(docsFolder, 'public/openapi.json'), JSON.stringify(document))
  writeFile(join(docsFolder, 'public/schemas/events.schema.json'), JSON.stringify(eventSchemas(document), null, 1))
  writeFile(join(docsFolder, 'public/skill.md'), skillFile(siteUrl))
  const messages = 'link-messages.schema.json'
  cpSync(join(projectRoot, 'components/protocol', messages), join(docsFolder, 'public/schemas', messages))
  writeFile(join(docsFolder, 'src/generated/element.json'), JSON.stringify(playgroundElement(readSources()), null, 1))
  writeFile(join(docsFolder, 'src/generated/local-site.json'), JSON.stringify({ url: docsOrigin({}) }))
}

function siteDocument() {
  return openApiDocument(endpoints, { version, serverUrl: 'http://localhost:4000' })
}

function writeFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
