// The names that a site or a backend may use: of requests, responses, webhooks, messages, the element and the packages.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { logins, password } from '../../sandbox/exchange/logins.ts'
import { projectRoot } from '../../scripts/command.ts'
import { optionNames, playgroundElement, readSources } from '../../scripts/docs/playground-element.ts'
import { describeElement } from '../../scripts/release/describe-element.ts'
import { Variables } from '../../server/config-variables.ts'
import { type ErrorType, errorCatalogue, errorDataNames } from '../../server/contract/errors.ts'
import { limitNames } from '../../server/contract/limit-names.ts'
import { exchangeRegistry, selfCustodyType } from '../../server/exchanges/registry.ts'
import { openApiDocument } from '../../server/http/openapi/document.ts'
import { productionLimits } from '../../server/limits/limits.ts'
import { endpoints } from '../../server/routes/routes.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const sources = readSources()
export const element = describeElement(sources.element, 'transfer-link')
export const connectionOptions = optionNames(sources.connection)

export function contractNames(): Set<string> {
  const document = openApiDocument(endpoints, { version: '', serverUrl: '' })
  const messages = JSON.parse(read('components/protocol/link-messages.schema.json'))
  const { attributes, members, events, slots, cssParts, cssProperties, cssStates } = element
  return new Set([
    ...schemaNames(document),
    ...Object.keys(document.webhooks),
    ...schemaNames(messages),
    ...Object.keys(errorCatalogue),
    ...Object.keys(errorCatalogue).flatMap((type) => errorDataNames(type as ErrorType)),
    ...[attributes, members, events, slots, cssParts, cssProperties, cssStates].flat().map(({ name }) => name),
    ...attributes.flatMap(({ type }) => quoted(type.text)),
    ...events.map(({ name }) => `on${name}`),
    ...playgroundElement(sources).tokens.flatMap(({ name }) => [name, name.replace('--tl-color-', '')]),
    // Inherited, or the element itself.
    ...['focus', 'transfer-link'],
    ...connectionOptions,
    ...payloadNames(read('components/protocol/payloads.ts')),
    ...globSync('components/embed/*.ts', { cwd: projectRoot }).flatMap((file) => exportsOf(read(file))),
    ...hostedPageParams(),
    // Data of some responses with an error, a status of the callback URL, and a status of `exit`.
    ...['remaining', 'errors', 'Connected', 'unknown'],
    ...Object.keys(Variables.shape),
    ...[...limitNames, ...Object.keys(productionLimits)],
    ...endpoints.flatMap(({ path }) => path.split('/').slice(-1)),
    ...[selfCustodyType, ...exchangeRegistry({ sandboxUrl: '' }).all.map(({ type }) => type)],
    ...[password, ...logins.map(({ name }) => name)],
  ])
}

/** Names and values in JSON Schemas, and the parameters and headers around them. */
function schemaNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const names = key === 'properties' || key === 'headers' ? Object.keys(each) : []
    const choices = key === 'enum' ? each.map(String) : key === 'const' ? [String(each)] : []
    const name = key === 'name' && typeof each === 'string' ? [each] : []
    return [...names, ...choices, ...name, ...schemaNames(each)]
  })
}

/** Of the query of the `iFrameUrl`. */
function hostedPageParams(): string[] {
  const code = ['host/start.ts', 'host/open-link.ts', 'server/routes/hosted-page.ts'].map(read).join()
  return [...code.matchAll(/(?:searchParams\.get|req\.query)\('(\w+)'\)/g)].map(([, name = '']) => name)
}

/** Members of interfaces, and literals. */
function payloadNames(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\//gs, '')
  return [...[...code.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name), ...quoted(code)]
}

const quoted = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name)

function exportsOf(source: string): string[] {
  const declared = source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
  return [...[...declared].map(([, name = '']) => name), ...listed.map((name) => name.replace('type ', '').trim())]
}
