// One page for each errorType: the catalogue's entry, what the user sees, the endpoints that return it, an example, and the sections
// of docs/errors/<errorType>.md.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endsAccount, isOutcomeUnknown } from '../../components/flow/failed-calls.ts'
import { texts } from '../../components/texts/en.ts'
import { explain } from '../../components/texts/explain.ts'
import type { Texts } from '../../components/texts/texts.ts'
import { whereFundsAre } from '../../components/texts/where-funds-are.ts'
import type { Endpoint } from '../../server/contract/endpoint.ts'
import { errorsOf } from '../../server/contract/endpoint-errors.ts'
import { errorExample } from '../../server/contract/error-examples.ts'
import { type ErrorType, errorCatalogue } from '../../server/contract/errors.ts'
import {
  quotedActions,
  resendableActions,
  type TransferFailure,
  transferFailures,
} from '../../server/contract/success-errors.ts'
import { errorBody } from '../../server/http/error-bodies.ts'
import type { OpenApiDocument } from '../../server/http/openapi/document.ts'
import { callOf, endpointSlug, errorSlug } from './endpoint-addresses.ts'
import { jsonBlock, type Page, plain, table } from './page.ts'
import { withSiteLinks } from './site-links.ts'
import { errorFieldsOf, successExample } from './success-errors.ts'

/** The endpoints that return an error. */
interface Returning {
  /** As the error of the request. */
  refused: readonly Endpoint[]
  /** In a response with HTTP 200, and the fields that contain it there. */
  inSuccess: readonly { endpoint: Endpoint; fields: readonly string[] }[]
}

const requestId = '5f3c1a52-8a0e-4f0f-9d3e-0c6b7f1d2a44'
/** `folder` has the written sections. */
export function errorPages(document: OpenApiDocument, endpoints: readonly Endpoint[], folder: string): Page[] {
  const types = Object.keys(errorCatalogue) as ErrorType[]
  const missing = types.filter((type) => !existsSync(join(folder, `${type}.md`)))
  if (missing.length > 0) throw new Error(`No page in docs/errors for ${missing.join(', ')}`)
  return types.toSorted().map((type, order) => {
    const returning = returningEndpoints(document, endpoints, type)
    return errorPage(type, { endpoints, returning, file: join(folder, `${type}.md`), order })
  })
}

export function returningEndpoints(
  document: OpenApiDocument,
  endpoints: readonly Endpoint[],
  type: ErrorType,
): Returning {
  const refused = endpoints.filter(
    (endpoint) => errorsOf(endpoint).includes(type) || endpoint.errorsAt?.errors.includes(type),
  )
  const inSuccess = endpoints.map((endpoint) => {
    const fields = errorFieldsOf(document, endpoint).filter(({ types }) => types.includes(type))
    return { endpoint, fields: fields.map(({ path }) => path) }
  })
  return { refused, inSuccess: inSuccess.filter(({ fields }) => fields.length > 0) }
}

interface PageOptions {
  endpoints: readonly Endpoint[]
  returning: Returning
  file: string
  order: number
}

function errorPage(type: ErrorType, { endpoints, returning, file, order }: PageOptions): Page {
  const { body, http, status } = responseWith(type, endpoints, returning)
  const sections = [
    table(
      ['HTTP', http === 200 ? 'Status' : 'status', 'Message'],
      [[String(http), `\`${status}\``, plain(errorCatalogue[type].sentence)]],
    ),
    withSiteLinks(readFileSync(file, 'utf8'), file).trim(),
    '## What the user sees',
    whatUserSees(type, returning),
    '## Example',
    jsonBlock(body),
    '## Endpoints that return it',
    ...endpointLists(returning, endpoints),
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

/** An error that no endpoint returns as such is shown in a successful response. */
function responseWith(type: ErrorType, endpoints: readonly Endpoint[], { refused, inSuccess }: Returning) {
  const { http, status } = errorCatalogue[type]
  const { message, data } = errorExample(type)
  if (refused.length === 0 && inSuccess.length > 0) {
    const body = successExample(endpoints, type)
    const shown = body?.Status ?? body?.content?.transfer?.status
    if (body === undefined || shown === undefined) throw new Error(`No endpoint has an example with ${type}`)
    return { body, http: 200, status: String(shown) }
  }
  return { body: errorBody(refused[0]?.shape ?? 'envelope', { type, message, data }, requestId), http, status }
}

/** The transfer window has a screen for each of these. */
const withScreen: ReadonlySet<ErrorType> = new Set([
  ...([...resendableActions, ...quotedActions] as const),
  ...(['walletOwnershipRequired', 'otherWalletAccount'] as const),
])
/** The detail with which a transfer ends. Most of them are rejected. */
const details: Partial<Record<TransferFailure, string>> = {
  transferNotSent: 'NotSent',
  transferReturned: 'Returned',
  walletReplaced: 'Canceled',
}

function whatUserSees(type: ErrorType, { refused, inSuccess }: Returning): string {
  if (withScreen.has(type)) {
    return 'The transfer window shows a screen for this step. In an app without the transfer window, show the message.'
  }
  const all = [...refused, ...inSuccess.map(({ endpoint }) => endpoint)]
  return all.some(({ path }) => path.startsWith('/api/v1/link/'))
    ? ['In the transfer window:', `> ${plain(userText(type))}`, ...whileSending(type, all), ...ofFailed(type)].join(
        '\n\n',
      )
    : 'Nothing. The error is returned to your server.'
}

/** After the user has confirmed the transfer, some errors have another text. */
function whileSending(type: ErrorType, returning: readonly Endpoint[]): string[] {
  const intro = 'After the user has confirmed the transfer:'
  if (type === 'sessionEnded') return [intro, `> ${plain(texts.linkEnded.sessionPending)}`]
  const isReturned = returning.some(({ id }) => id === 'executeLinkTransfer')
  const problem = { errorType: type, message: '', httpStatus: errorCatalogue[type].http }
  if (!isReturned || !isOutcomeUnknown({ call: 'execute', previewId: '' }, problem)) return []
  return [intro, `> ${plain(texts.problem.unsure)}`]
}

/** A failed transfer is shown with the place of its funds. */
function ofFailed(type: ErrorType): string[] {
  const failure = transferFailures.find((each) => each === type)
  if (failure === undefined) return []
  const fromName = String(errorExample(type).data.name)
  const failed = { statusDetail: details[failure] ?? 'Rejected', errorType: type, fromName }
  return ['With a failed transfer, the window also shows:', `> ${plain(whereFundsAre(texts, failed))}`]
}

/** The sentence on the hosted page, without the characters that isolate names. */
export function userText(errorType: ErrorType, language: Texts = texts): string {
  if (errorType === 'sessionEnded') return language.linkEnded.session
  if (errorType === 'linkExpired') return language.linkEnded.expired
  const { message, data } = errorExample(errorType)
  if (endsAccount({ errorType, message, httpStatus: errorCatalogue[errorType].http })) return language.signInEnded.lead
  const text = explain(language, { errorType, message, errorData: data, httpStatus: errorCatalogue[errorType].http })
  return text.replace(/[\u2066-\u2069]/g, '')
}

/** Errors of every endpoint are not listed one by one. */
function endpointLists({ refused, inSuccess }: Returning, all: readonly Endpoint[]): string[] {
  const items = refused.map((endpoint) => `- ${linkTo(endpoint)}`)
  const fields = inSuccess.map(
    ({ endpoint, fields }) => `- ${linkTo(endpoint)}: ${fields.map((field) => `\`${field}\``).join(', ')}`,
  )
  return [
    refused.length === all.length ? 'Every endpoint.' : items.join('\n'),
    ...(fields.length === 0 ? [] : ['With HTTP 200, in a field of the response:', fields.join('\n')]),
  ]
}

function linkTo(endpoint: Endpoint): string {
  return `[\`${callOf(endpoint)}\`](/${endpointSlug(endpoint.id)}/)`
}
