// The files for coding assistants name each other and pages of the site, all of which exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { docsOrigin } from '../../../sandbox/options.ts'
import { projectRoot } from '../../../scripts/command.ts'

const folder = join(projectRoot, 'docs/dist')
const site = docsOrigin({})
const needed = ['skill.md', 'openapi.json', 'schemas/events.schema.json', 'schemas/link-messages.schema.json']
const sets = ['integrate', 'api', 'errors', 'operate'].map((name) => `_llms-txt/${name}.txt`)

export function machineFileProblems(): string[] {
  const named = addressesIn('llms.txt')
  const missing = [...needed, ...sets].filter((path) => !named.includes(path))
  const all = [...new Set([...named, ...addressesIn('skill.md')])]
  const broken = all.filter((path) => !existsSync(join(folder, path.endsWith('/') ? `${path}index.html` : path)))
  const texts = ['llms-full.txt', 'llms-small.txt', ...sets].filter((path) => existsSync(join(folder, path)))
  const unstructured = texts.filter((path) => !isStructured(readFileSync(join(folder, path), 'utf8')))
  console.log(`files for assistants: ${all.length} addresses`)
  return [
    ...missing.map((path) => `llms.txt does not name ${path}`),
    ...broken.map((path) => `A file for assistants names ${path}, which does not exist`),
    ...unstructured.map((path) => `${path} has headings within a line, or with a link to themselves`),
  ]
}

function isStructured(text: string): boolean {
  return (text.match(/^## \S.{0,100}$/gm)?.length ?? 0) > 20 && !/\S ## \w|Section titled/.test(text)
}

/** Of the site, without the fragment, and without placeholders. */
function addressesIn(file: string): string[] {
  const words = readFileSync(join(folder, file), 'utf8').match(/https?:\/\/[^\s),]+/g) ?? []
  const ofSite = words.filter((address) => address.startsWith(`${site}/`) && !address.includes('<'))
  return ofSite.map((address) => address.slice(site.length + 1).replace(/#.*$|\.$/, ''))
}
