// JSON Schemas of the messages between a site and the hosted page, made from the shapes that the guards check.
import {
  type FrameMessage,
  frameShapes,
  newerEvent,
  type Shape,
  type SiteMessage,
  siteShapes,
} from '../../components/protocol/link-messages.ts'
import type { JsonSchema } from './json-schema.ts'

type Fields = { readonly [field: string]: Shape }

const siteSays: Record<SiteMessage['type'], string> = {
  frontAccessTokens: 'Accounts connected earlier; the answer to `loaded`. The first one is the origin.',
  closeRequested: 'The user wants to leave: the page asks, or leaves at once where nothing is at stake.',
  closed: 'The site closes the link: the page ends its session.',
}

const pageSays: Record<FrameMessage['type'], string> = {
  loaded: 'The page is there. `link` is its address without the code, to load it anew in the same tab.',
  brokerageAccountAccessToken: 'An account is connected. The tokens are the user’s permission to move funds.',
  transferFinished: 'A transfer has ended: once per transfer.',
  oauthLinkOpen: 'Open a page of the exchange in a window of its own.',
  walletBridge: 'The wallets of this page are wanted: answered with a port of them (by the element alone).',
  close: 'The user left. The last message; `message` is there where it was because of a problem.',
  done: 'All is finished. The last message.',
  pageLoaded: 'Never sent: a site makes it of `loaded`.',
  integrationSelected: 'The user chose an exchange.',
  credentialsEntered: 'The user signed in. Never with what was entered.',
  integrationMfaRequired: 'The exchange asks for a code to sign in.',
  integrationMfaEntered: 'The user entered it.',
  integrationOAuthStarted: 'The sign-in goes on on the exchange’s own page.',
  integrationAccountSelectionRequired: 'There are several accounts to choose from.',
  integrationConnected: 'Never sent: a site makes it of `brokerageAccountAccessToken`, without the tokens.',
  integrationConnectionError: 'The account could not be connected.',
  transferStarted: 'There is something to send, and the user is asked what.',
  transferAssetSelected: 'The user chose what to send.',
  transferNetworkSelected: 'The network it goes by.',
  transferAmountEntered: 'The user entered how much.',
  transferPreviewed: 'Fees and amounts are known, for a limited time.',
  transferPreviewError: 'They could not be found out.',
  transferMfaRequired: 'The exchange asks for a code before it sends.',
  transferMfaEntered: 'The user entered it.',
  transferKycRequired: 'The exchange wants the user verified first.',
  transferInitiated: 'The user pressed Send.',
  transferExecuted: 'The exchange was told to send.',
  transferExecutionError: 'It was not sent, or the exchange refused.',
  transferCompleted: 'Never sent: a site makes it of a `transferFinished` that went well.',
  transferNoEligibleAssets: 'The account holds nothing that can be sent, and why.',
  transferDeclined: 'The user left at the review: nothing was sent.',
  connectionDeclined: 'The user said no elsewhere.',
  connectionUnavailable: 'The exchange cannot be reached.',
}

export function messageSchemas(): JsonSchema {
  const listOf = (shapes: Readonly<Record<string, Fields>>, says: Readonly<Record<string, string>>) =>
    Object.entries(shapes).map(([type, fields]) => [type, messageSchema(type, fields, says[type])] as const)
  const [page, site] = [listOf(frameShapes, pageSays), listOf(siteShapes, siteSays)]
  const either = (messages: (readonly [string, JsonSchema])[], rest: JsonSchema[] = []) => ({
    anyOf: [...messages.map(([type]) => ({ $ref: `#/$defs/${type}` })), ...rest],
  })
  const newer = {
    description: 'An event of a newer server, told as it comes.',
    type: 'object',
    properties: { type: { type: 'string', pattern: newerEvent.source }, payload: { type: 'object' } },
    required: ['type'],
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Messages between a site and the hosted page of a link, by window.postMessage',
    description:
      'More fields than these may come. The page speaks to the one registered origin of its link, and listens to it alone; a site listens to the origin of the link and the window of its frame.',
    $defs: {
      ...Object.fromEntries([...page, ...site]),
      newer,
      fromPage: either(page, [{ $ref: '#/$defs/newer' }]),
      fromSite: either(site),
    },
  }
}

export function messageSchema(type: string, fields: Fields, description = ''): JsonSchema {
  const { properties, required } = objectSchema(fields)
  return {
    description,
    type: 'object',
    properties: { type: { const: type }, ...(properties as object) },
    required: ['type', ...((required as string[] | undefined) ?? [])],
  }
}

function schemaOf(shape: Shape): JsonSchema {
  if (shape === 'text') return { type: 'string' }
  if (shape === 'number') return { type: 'number' }
  if (shape === 'address') return { type: 'string', pattern: '^https?://' }
  if (!isTuple(shape)) return objectSchema(shape)
  if (shape[0] === 'word') return { enum: shape.slice(1) }
  if (shape[0] === 'list') return { type: 'array', items: schemaOf(shape[1]) }
  return { anyOf: (shape.slice(1) as Shape[]).map(schemaOf) }
}

function objectSchema(fields: Fields): JsonSchema {
  const names = Object.keys(fields)
  const required = names.filter((name) => !name.endsWith('?'))
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), schemaOf(fields[name] as Shape)])),
    ...(required.length > 0 && { required }),
  }
}

function isTuple(shape: Shape): shape is Exclude<Shape, string | Fields> {
  return Array.isArray(shape)
}
