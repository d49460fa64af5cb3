// Every message between a site's page and the hosted page in its iframe, under the names this API family publishes.
//
//   hosted page --loaded--> site                          the session is open (or the link has ended); once
//   site --frontAccessTokens--> hosted page               answer to loaded, when the site holds tokens
//   site --closeRequested--> hosted page                  the user pressed Escape or the backdrop: ask or leave
//   hosted page --brokerageAccountAccessToken--> site     an account is connected
//   hosted page --{a LinkEventName}--> site               progress and errors
//   hosted page --transferFinished--> site                a transfer has ended (the inner payload)
//   hosted page --oauthLinkOpen--> site                   open an exchange's own page in a new window
//   hosted page --close | done--> site                    the user left | all is finished; last
//
// Guards never throw: what arrives may come from anyone.

import type {
  BrokerConnectedPayload,
  IntegrationAccessToken,
  LinkEvent,
  SessionSummary,
  TransferFinishedPayload,
} from './payloads.ts'

export type FrameMessage =
  | { type: 'loaded' }
  | { type: 'brokerageAccountAccessToken'; payload: BrokerConnectedPayload }
  | { type: 'transferFinished'; payload: TransferFinishedPayload['payload'] }
  | { type: 'oauthLinkOpen'; link: string }
  | { type: 'close' | 'done'; payload: SessionSummary }
  | LinkEvent

export type SiteMessage = { type: 'frontAccessTokens'; payload: IntegrationAccessToken[] } | { type: 'closeRequested' }

type Fields = Record<string, unknown>

/** By family, not by list: a newer server may tell more than this copy knows. */
const eventName = /^(pageLoaded|credentialsEntered|(integration|transfer|connection)[A-Z][A-Za-z]{2,40})$/

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

/** A page that may be opened in a window or a frame: never `javascript:` and its relatives. */
export function isWebAddress(value: unknown): value is string {
  return isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

/** What the hosted page said, or null when it is none of its messages. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  try {
    return isFields(data) && isFrameMessage(data) ? data : null
  } catch {
    return null
  }
}

/** What the site said, or null when it is none of its messages. */
export function readSiteMessage(data: unknown): SiteMessage | null {
  try {
    if (!isFields(data)) return null
    if (data.type === 'closeRequested') return { type: 'closeRequested' }
    if (data.type !== 'frontAccessTokens' || !Array.isArray(data.payload)) return null
    return { type: 'frontAccessTokens', payload: data.payload.filter(isAccessToken) }
  } catch {
    return null
  }
}

function isFrameMessage(data: Fields): data is Fields & FrameMessage {
  const { type, payload } = data
  switch (type) {
    case 'loaded':
      return true
    case 'oauthLinkOpen':
      return isWebAddress(data.link)
    case 'brokerageAccountAccessToken':
      return isFields(payload) && isText(payload.auth_token)
    case 'transferFinished':
      return isFields(payload) && (payload.status === 'success' || payload.status === 'error')
    case 'close':
    case 'done':
      return isFields(payload)
    default:
      return isText(type) && eventName.test(type) && (payload === undefined || isFields(payload))
  }
}

function isAccessToken(value: unknown): value is IntegrationAccessToken {
  return isFields(value) && isText(value.accessToken) && isText(value.brokerType)
}
