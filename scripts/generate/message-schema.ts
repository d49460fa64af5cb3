// JSON Schemas of the messages between a site and the hosted page, made from the shapes that the guards check.
import {
  type FrameMessage,
  frameShapes,
  newerEvent,
  type Shape,
  type SiteMessage,
  siteShapes,
} from '../../components/protocol/link-messages.ts'
import type { JsonSchema } from '../../server/http/openapi/schemas.ts'

type Fields = { readonly [field: string]: Shape }

const siteDescriptions: Record<SiteMessage['type'], string> = {
  meshSDKSpecs: 'A published client SDK announces itself: it expects `transferFinished` for successes only.',
  frontAccessTokens: 'Accounts connected earlier; the response to `loaded`. The first one is the origin.',
  closeRequested:
    'The site requests to close the link. The page requires a confirmation from the user if closing would lose progress.',
  closed: 'The site closes the link: the page ends its session.',
}

const pageDescriptions: Record<FrameMessage['type'], string> = {
  loaded: 'The page has loaded. `link` is its address without the code, for a reload in the same tab.',
  brokerageAccountAccessToken: 'An account is connected. The tokens are the user’s permission to move funds.',
  unchosenAccounts:
    'Accounts are connected, and the user chooses one. A site that closes the link before the choice reports these accounts.',
  transferFinished: 'A transfer has ended: once per transfer.',
  oauthLinkOpen: 'Open a page of the exchange in a new window.',
  firstScreenVisible: 'The first screen is visible, while the link is being opened. The element uncovers its frame.',
  walletBridge: 'The page requests the site’s wallets. Only the element responds, with a MessagePort.',
  close: 'The user left. The last message. `message` is set if a problem was the reason.',
  done: 'The flow is complete. The last message.',
  newLinkRequested: 'The link cannot be opened, and the user requests a new one.',
  pageLoaded: 'Never sent: the site derives it from `loaded`.',
  integrationSelected: 'The user chose an exchange.',
  credentialsEntered: 'The user submitted the sign-in form. Never contains what was entered.',
  integrationMfaRequired: 'The exchange requires a code to sign in.',
  integrationMfaEntered: 'The user entered the sign-in code.',
  integrationOAuthStarted: 'The sign-in continues on the exchange’s own page.',
  integrationAccountSelectionRequired: 'There are several accounts to choose from.',
  integrationConnected: 'Never sent: the site derives it from `brokerageAccountAccessToken`, without the tokens.',
  integrationConnectionError: 'The account could not be connected.',
  transferStarted: 'The account has assets to send, and the user must choose one.',
  transferAssetSelected: 'The user chose an asset.',
  transferNetworkSelected: 'The user chose a network.',
  transferAmountEntered: 'The user entered an amount.',
  transferPreviewed: 'Fees and amounts are known, for a limited time.',
  transferPreviewError: 'Fees and amounts could not be determined.',
  transferMfaRequired: 'The exchange requires a code before it sends.',
  transferMfaEntered: 'The user entered the code.',
  transferKycRequired: 'The exchange requires identity verification first.',
  transferInitiated: 'The user pressed Send.',
  transferExecuted: 'The withdrawal was submitted to the exchange.',
  transferExecutionError: 'The withdrawal was not sent, or the exchange refused it.',
  transferCompleted: 'Never sent: the site derives it from a `transferFinished` with the status `success`.',
  transferNoEligibleAssets: 'The account has no assets that can be sent. The payload lists its holdings.',
  transferDeclined: 'The user left at the review. No transfer was sent.',
  connectionDeclined: 'The user declined the confirmation at the exchange.',
  connectionUnavailable: 'The exchange cannot be reached.',
}

export function messageSchemas(): JsonSchema {
  const listOf = (shapes: Readonly<Record<string, Fields>>, descriptions: Readonly<Record<string, string>>) =>
    Object.entries(shapes).map(([type, fields]) => [type, messageSchema(type, fields, descriptions[type])] as const)
  const [page, site] = [listOf(frameShapes, pageDescriptions), listOf(siteShapes, siteDescriptions)]
  const either = (messages: (readonly [string, JsonSchema])[], rest: JsonSchema[] = []) => ({
    anyOf: [...messages.map(([type]) => ({ $ref: `#/$defs/${type}` })), ...rest],
  })
  const newer = {
    description: 'An event of a newer server, passed on unchanged.',
    type: 'object',
    properties: { type: { type: 'string', pattern: newerEvent.source }, payload: { type: 'object' } },
    required: ['type'],
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Messages between a site and the hosted page of a link, by window.postMessage',
    description:
      'Messages may have more fields than these. The page sends to the registered origin of its link and accepts messages from that origin only; a site accepts messages from the origin of the link and the window of its frame.',
    $defs: {
      ...Object.fromEntries([...page, ...site]),
      newer,
      fromPage: either(page, [{ $ref: '#/$defs/newer' }]),
      fromSite: either(site),
    },
  }
}

function messageSchema(type: string, fields: Fields, description = ''): JsonSchema {
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
