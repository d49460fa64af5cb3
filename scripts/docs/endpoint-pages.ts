// One page for each endpoint of the OpenAPI document.
import type { OpenApiDocument } from '../../server/http/openapi/document.ts'
import { listedErrors } from '../../server/http/openapi/listed-errors.ts'
import type { MediaType, Operation, Parameter } from '../../server/http/openapi/operation.ts'
import { codeSamples } from './code-samples.ts'
import { callOf, endpointSlug, errorSlug } from './endpoint-addresses.ts'
import { fieldTable, typeOf } from './field-rows.ts'
import { codeBlock, firstSentence, jsonBlock, type Page, plain, table } from './page.ts'

type Responses = Operation['responses']

export function endpointPages(document: OpenApiDocument): Page[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation], order) =>
      endpointPage(document, { path, method, operation, order }),
    ),
  )
}

function endpointPage(
  document: OpenApiDocument,
  { path, method, operation, order }: { path: string; method: string; operation: Operation; order: number },
): Page {
  const { operationId, summary, description = '', tags, parameters = [], requestBody } = operation
  const serverUrl = document.servers[0]?.url ?? ''
  const body = Object.values(requestBody?.content ?? {})[0]
  const call = callOf({ method: method as 'get', path })
  const about = description.split('\n\n').map(plain)
  const request = [
    ...(parameters.length === 0 ? [] : ['## Parameters', parameterTable(document, parameters)]),
    ...(body === undefined ? [] : ['## Body', fieldTable(document.components, body.schema)]),
    '## Request',
    codeSamples({ serverUrl, method, path, operation }),
  ]
  const responses = successes(document, operation.responses)
  const sections = [
    `\`${call}\``,
    ...about,
    credentials(operation),
    ...meaningOfAdditive([...about, ...request, ...responses]),
    ...request,
    ...responses,
    '## Errors',
    errorTable(document, operation.responses),
  ]
  return {
    file: `reference/${(tags[0] ?? '').toLowerCase().replaceAll(' ', '-')}/${operationId}`,
    slug: endpointSlug(operationId),
    title: summary,
    description: `${call}. ${firstSentence(description)}`.replaceAll('`', '').trim(),
    order,
    body: sections.filter((section) => section !== '').join('\n\n'),
  }
}

function meaningOfAdditive(sections: readonly string[]): string[] {
  return sections.some((section) => /\badditive\b/i.test(section))
    ? ["*Additive* marks what [Mesh's API](/integrate/migrating-from-mesh/) does not have."]
    : []
}

function credentials({ security }: Operation): string {
  const names = security.flatMap(Object.keys)
  if (names.includes('clientId'))
    return 'Credentials: `X-Client-Id` and `X-Client-Secret`. Call it from your server only.'
  return names.includes('linkSession')
    ? 'Credentials: `Authorization: Bearer …` with the `sessionToken` of a link session.'
    : 'It needs no credentials.'
}

export function parameterTable({ components }: OpenApiDocument, parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => [
    `\`${name}\``,
    `${place}, ${typeOf(components, schema)}${required ? '' : ', optional'}`,
    plain(description),
  ])
  return table(['Parameter', 'Type', 'Meaning'], rows)
}

function successes({ components }: OpenApiDocument, responses: Responses): string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, { description, content = {} }]) => {
      const [media] = Object.values(content)
      return [
        `## Response ${status}`,
        plain(description),
        ...(media === undefined ? [] : [fieldTable(components, media.schema), ...examples(media)]),
      ]
    })
}

function examples({ examples: named = {} }: MediaType): string[] {
  return Object.entries(named).flatMap(([name, { value }]) => [
    `Example, ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}:`,
    typeof value === 'string' ? codeBlock('txt', value) : jsonBlock(value),
  ])
}

function errorTable(document: OpenApiDocument, responses: Responses): string {
  const rows = listedErrors(document, responses).map(({ status, type, message }) => [
    status,
    `[\`${type}\`](/${errorSlug(type)}/)`,
    plain(message),
  ])
  return table(['HTTP', 'errorType', 'For example'], rows)
}
