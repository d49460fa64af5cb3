// One page for each errorType: the catalogue's entry, what the user sees, the endpoints that return it, an example, and the sections
// of docs/errors/<errorType>.md.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { texts } from '../../components/texts/en.ts'
import { explain } from '../../components/texts/explain.ts'
import type { Endpoint, ResponseShape } from '../../server/contract/endpoint.ts'
import { errorsOf } from '../../server/contract/endpoint-errors.ts'
import { errorExample } from '../../server/contract/error-examples.ts'
import { type ErrorType, errorCatalogue } from '../../server/contract/errors.ts'
import { errorBody } from '../../server/http/error-bodies.ts'
import { callOf, endpointSlug, errorSlug } from './endpoint-addresses.ts'
import { jsonBlock, type Page, plain, table } from './page.ts'
import { withSiteLinks } from './site-links.ts'

const requestId = '5f3c1a52-8a0e-4f0f-9d3e-0c6b7f1d2a44'
/** The statuses of execute for the errors that are returned with HTTP 200. */
const executeStatuses: Partial<Record<ErrorType, string>> = {
  mfaRequired: 'MfaRequired',
  mfaCodeWrong: 'MfaFailed',
  mfaCodeExpired: 'MfaFailed',
  emailConfirmationRequired: 'EmailConfirmationRequired',
  deviceConfirmationRequired: 'DeviceConfirmationRequired',
  addressWhitelistRequired: 'AddressWhitelistRequired',
  travelRuleRequired: 'TravelRuleRequired',
}

/** `folder` has the written sections. */
export function errorPages(endpoints: readonly Endpoint[], folder: string): Page[] {
  const types = Object.keys(errorCatalogue) as ErrorType[]
  const missing = types.filter((type) => !existsSync(join(folder, `${type}.md`)))
  if (missing.length > 0) throw new Error(`No page in docs/errors for ${missing.join(', ')}`)
  return types.toSorted().map((type, order) => errorPage(type, { endpoints, folder, order }))
}

function errorPage(
  type: ErrorType,
  { endpoints, folder, order }: { endpoints: readonly Endpoint[]; folder: string; order: number },
): Page {
  const { http, status, sentence } = errorCatalogue[type]
  const file = join(folder, `${type}.md`)
  const returning = endpoints.filter((endpoint) => returns(endpoint, type))
  const sections = [
    table(
      ['HTTP', http === 200 ? 'Status' : 'status', 'Message'],
      [[String(http), `\`${executeStatuses[type] ?? status}\``, plain(sentence)]],
    ),
    withSiteLinks(readFileSync(file, 'utf8'), file).trim(),
    '## What the user sees',
    whatUserSees(type, returning),
    '## Example',
    jsonBlock(exampleBody(type, returning[0]?.shape ?? 'envelope')),
    ...(returning.length === 0 ? [] : ['## Endpoints that return it', endpointList(returning, endpoints)]),
  ]
  return {
    file: `errors/${type}`,
    slug: errorSlug(type),
    title: type,
    description: errorExample(type).message,
    order,
    body: sections.filter((section) => section !== '').join('\n\n'),
  }
}

function returns(endpoint: Endpoint, type: ErrorType): boolean {
  if (errorsOf(endpoint).includes(type) || endpoint.errorsAt?.errors.includes(type)) return true
  return endpoint.id === 'executeTransfer' && type in executeStatuses
}

/** The outcome of a transfer, which the window shows. The response of a transfer has it as `errorType`. */
const endings: ReadonlySet<ErrorType> = new Set<ErrorType>([
  ...(['walletReverted', 'walletReplaced', 'transferNotSent', 'transferReturned'] as const),
])

function whatUserSees(type: ErrorType, returning: readonly Endpoint[]): string {
  if (type in executeStatuses && executeStatuses[type] !== 'MfaFailed') {
    return 'The transfer window shows a screen for this step. In an app without the transfer window, show the message.'
  }
  const isForPage = endings.has(type) || returning.some(({ path }) => path.startsWith('/api/v1/link/'))
  return isForPage || type in executeStatuses
    ? `In the transfer window:\n\n> ${plain(userText(type))}`
    : 'Nothing. The error is returned to your server.'
}

/** The sentence on the hosted page, without the characters that isolate names. */
function userText(errorType: ErrorType): string {
  const { message, data } = errorExample(errorType)
  const text = explain(texts, { errorType, message, errorData: data, httpStatus: errorCatalogue[errorType].http })
  return text.replace(/[\u2066-\u2069]/g, '')
}

function exampleBody(type: ErrorType, shape: ResponseShape): object {
  const { message, data } = errorExample(type)
  const Status = executeStatuses[type]
  const body = errorBody(Status === undefined ? shape : 'execute', { type, message, data }, requestId)
  return Status === undefined ? body : { ...body, Status }
}

/** Errors of every endpoint are not listed one by one. */
function endpointList(returning: readonly Endpoint[], all: readonly Endpoint[]): string {
  if (returning.length === all.length) return 'Every endpoint.'
  return returning.map((endpoint) => `- [\`${callOf(endpoint)}\`](/${endpointSlug(endpoint.id)}/)`).join('\n')
}
