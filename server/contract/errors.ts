// Every error that the service can return: HTTP status, status word of the envelope, sentence. Names in braces are filled from the
// error's data, which the response also contains as `errorData`. The file is long because it is one table.

type WireStatus =
  | 'ok'
  | 'serverFailure'
  | 'permissionDenied'
  | 'badRequest'
  | 'notFound'
  | 'conflict'
  | 'tooManyRequest'
  | 'locked'
  | 'unavailableForLegalReasons'

interface ErrorEntry {
  http: number
  status: WireStatus
  sentence: string
  /** Names in the data besides those in braces. A page needs them for the sentence in another language. */
  more: readonly string[]
  /** The requests that the risk check refuses with this error; null if there are none. */
  risk: RiskScope | null
}

/**
 * `destination`: every request that names a destination, and previews and executes. `link`: requests of a link session.
 * `transfer`: previews and executes. `wallet`: those from a user's wallet.
 */
type RiskScope = 'destination' | 'link' | 'transfer' | 'wallet'

/** The status word of each HTTP code. */
const statusWords = {
  200: 'ok',
  400: 'badRequest',
  401: 'permissionDenied',
  403: 'permissionDenied',
  404: 'notFound',
  405: 'badRequest',
  406: 'badRequest',
  408: 'badRequest',
  409: 'conflict',
  410: 'notFound',
  413: 'badRequest',
  414: 'badRequest',
  415: 'badRequest',
  422: 'badRequest',
  423: 'locked',
  429: 'tooManyRequest',
  431: 'badRequest',
  451: 'unavailableForLegalReasons',
  500: 'serverFailure',
  502: 'serverFailure',
  503: 'serverFailure',
  504: 'serverFailure',
} satisfies Record<number, WireStatus>

function entry(http: keyof typeof statusWords, sentence: string, ...more: string[]) {
  return { http, status: statusWords[http] as WireStatus, sentence, more, risk: null }
}

/** An error that the risk check returns. Endpoints document it by its scope. */
function riskEntry<Scope extends RiskScope>(risk: Scope, refused: ReturnType<typeof entry>) {
  return { ...refused, risk }
}

export const errorCatalogue = {
  // The request as such
  malformedJson: entry(400, 'The request body is not valid JSON.'),
  duplicateJsonKey: entry(400, 'The key {name} occurs twice.'),
  bodyTooDeep: entry(400, 'The request body is nested more than {depth} levels deep.'),
  missingField: entry(400, 'Field {field} is required.'),
  invalidField: entry(400, 'Field {field} {problem}.'),
  unknownField: entry(400, 'Field {field} is unknown. Check its spelling.'),
  malformedRequest: entry(400, 'The request is not valid HTTP, or ended too early.'),
  httpsRequired: entry(400, 'This server requires https. Its proxy received this request over http.'),
  routeNotFound: entry(404, 'There is no such path.'),
  methodNotAllowed: entry(405, 'Use {allow} for this path{hint}.'),
  notAcceptable: entry(406, 'Responses are application/json. Include it in the Accept header.'),
  unsupportedMediaType: entry(415, 'Send the body as uncompressed UTF-8 JSON with Content-Type: application/json.'),
  requestTimeout: entry(408, 'The request was not received in time.'),
  bodyTooLarge: entry(413, 'The body may have at most {maximum} bytes.'),
  uriTooLong: entry(414, 'The request URL may have at most {maximum} bytes.'),
  headersTooLarge: entry(431, 'The request has too many headers, or they are too long.'),
  idempotencyKeyReused: { ...entry(422, 'This Idempotency-Key was used with another request.'), status: 'conflict' },
  idempotencyKeyInUse: entry(409, 'The first request with this Idempotency-Key is still running.'),
  internalError: entry(500, 'An internal error occurred. Request id {requestId}.'),
  // The database may have committed a write of this request without confirming it.
  storageUnavailable: entry(
    503,
    'The data store is unavailable, and the outcome of this request is unknown. Repeat it with the same Idempotency-Key or previewId: nothing is sent twice.',
  ),
  sendingPaused: entry(
    503,
    'The operator has paused sending. Nothing was executed by this request. Try again later.',
    'scope',
  ),
  shuttingDown: entry(503, 'The server is stopping. Nothing was executed by this request. Try again in a moment.'),
  rateLimited: entry(429, 'Too many requests. Retry after {seconds} seconds.'),
  tooManyStreams: entry(
    429,
    'A link session may have at most {maximum} open event streams. Close one, or poll the transfer instead.',
  ),

  // Credentials
  missingCredentials: entry(401, 'Send X-Client-Id and X-Client-Secret.'),
  invalidCredentials: entry(401, 'The client credentials are not valid.'),
  environmentMismatch: entry(401, 'These credentials belong to another environment.'),
  sessionEnded: entry(401, 'This session has ended. Open a new link.'),

  // Links
  linkNotFound: entry(404, 'There is no such link.'),
  invalidUserId: entry(
    400,
    'userId is required: 1 to 300 characters without control, invisible or direction characters.',
    'field',
  ),
  callbackUrlMissing: entry(400, 'callbackUrl is required unless the client has exactly one registered.'),
  callbackUrlInvalid: entry(
    400,
    'callbackUrl must be an absolute https URL. The sandbox also accepts http on loopback.',
    'field',
  ),
  callbackUrlNotRegistered: entry(403, 'This callbackUrl is not registered for the client.', 'field'),
  invalidEnableTransfers: entry(400, 'enableTransfers must be true or false.', 'field'),
  transfersNotEnabled: entry(400, 'ToAddresses requires enableTransfers=true.'),
  toAddressesRequired: entry(400, 'ToAddresses must have 1 to 100 entries.', 'field'),
  tooManyAddresses: entry(400, 'ToAddresses may have at most 100 entries.', 'field'),
  duplicateAddress: entry(400, 'Entry {field} of ToAddresses occurs twice.'),
  invalidFixedAmount: entry(
    400,
    'Send Amount or AmountInFiat, not both. Symbol must be a token of the destinations, and is optional with AmountInFiat.',
    'field',
  ),
  linkExpired: entry(410, 'This link has expired or was already used.'),
  linkOfOtherClient: entry(403, 'This link belongs to another client than the one in its URL.'),
  toAddressNotConfigured: riskEntry('link', entry(422, 'This address was not part of the link.')),

  // Destinations
  unknownNetwork: riskEntry('destination', entry(400, '{field}: {networkId} is not a supported network.')),
  tokenNotOnNetwork: riskEntry('destination', entry(400, '{symbol} is not supported on {network}.', 'field')),
  invalidAddress: riskEntry('destination', entry(400, '{field} is not a valid address on {network}.')),
  addressChecksumFailed: riskEntry(
    'destination',
    entry(400, '{field} has a wrong checksum: at least one character is mistyped.'),
  ),
  addressOfOtherNetwork: riskEntry(
    'destination',
    entry(400, '{field} is an address of another network ({otherNetwork}), not of {network}.'),
  ),
  tagRequired: riskEntry('destination', entry(400, '{network} requires a destination tag for this address.', 'field')),
  invalidTag: riskEntry('destination', entry(400, '{field} is not a valid destination tag on {network}.')),
  addressSanctioned: riskEntry('destination', entry(451, 'Transfers to this address are not possible.', 'field')),
  riskBlocked: riskEntry(
    'destination',
    entry(422, 'This transfer was stopped by the risk check: {reason}.', 'rule', 'field'),
  ),
  destinationNotAllowed: riskEntry(
    'destination',
    entry(
      422,
      'This destination is not on the allow-list of the client. Nothing was executed by this request.',
      'field',
    ),
  ),
  destinationCoolingDown: entry(
    422,
    'This destination is new. It can be used from {until}. Nothing was executed.',
    'field',
  ),

  // Accounts and integrations
  integrationUnknown: entry(400, '{type} is not a known integration.'),
  integrationNotSupported: entry(422, '{name} cannot send managed transfers.'),
  selfCustodyNotSupported: entry(422, 'Use the link module for self-custody wallets.'),
  fromTokenTypeMismatch: entry(400, 'FromType does not match FromAuthToken.'),
  authTokenInvalid: entry(401, 'The auth token is not valid. Connect the account again.'),
  authTokenExpired: entry(401, 'The auth token has expired. Connect the account again.'),
  tokenDeliveryIsPage: entry(
    409,
    'The tokens of this link are delivered to its page. To fetch them here, create the link with TokenDelivery "server".',
  ),
  tokensNotReady: entry(409, 'This link has no tokens to fetch: no account was connected in the last 24 hours.'),
  tokensAlreadyFetched: entry(409, 'The tokens of this link were already fetched. They are returned only once.'),
  refreshTokenInvalid: entry(401, 'The refresh token is not valid. Connect the account again.'),
  reconnectRequired: entry(401, 'The exchange has ended this sign-in. Connect the account again.', 'name'),
  signInRejected: entry(422, '{name} did not accept these details. Check them and try again.'),
  accountLocked: entry(423, '{name} has locked this account. Unlock it there first.'),
  codeWrong: entry(422, 'The code is not correct. {attemptsLeft} tries left.', 'name'),
  codeExpired: entry(422, 'The code has expired. Enter the latest one.', 'name'),
  codeLocked: entry(423, 'Too many wrong codes. Sign in again.', 'name'),
  confirmationExpired: entry(422, 'The sign-in was not confirmed at {name} in time. Sign in again.'),
  confirmationDeclined: entry(422, 'The sign-in was declined at {name}.'),
  connectionNotFound: entry(404, 'There is no such connection in this session.'),
  accountNotFound: entry(404, 'There is no such account in this session.'),
  kycRequired: entry(422, '{name} requires you to complete verification first.', 'url'),
  missingExchangePermission: entry(403, '{name} does not allow withdrawals with this sign-in.'),
  keyAddressRefused: entry(
    422,
    '{name} does not accept this key from this server. Check the key, and allow {addresses}.',
  ),
  // The same, from a server without SERVER_ADDRESSES.
  serverAddressRefused: entry(
    422,
    "{name} does not accept this key from this server's address. Ask the operator which addresses to allow.",
  ),
  keyNotFoundAtSite: entry(
    422,
    'This key was not found at {site}. If your account is at another site of {name}, choose that site.',
  ),
  keyUsedElsewhere: entry(
    422,
    'This key cannot be used safely. Create a separate key at {name} with a nonce window of 0.',
  ),
  keyNeedsCodes: entry(
    422,
    'This key requires an authenticator code for every request. Create a key without one at {name}.',
  ),
  withdrawHold: riskEntry('transfer', entry(422, '{name} holds all withdrawals of this account until {until}.')),
  networkUnavailable: entry(503, '{network} cannot be read right now. Nothing was executed by this request.'),
  exchangeError: entry(502, '{name} did not respond. Nothing was executed.'),
  exchangeUnavailable: entry(503, '{name} is unavailable right now. Nothing was executed.'),
  exchangeTimeout: entry(504, '{name} took too long to respond. Nothing was executed.'),
  exchangeRateLimited: entry(429, '{name} limits requests right now. Try again in a minute.', 'seconds'),

  // Preview
  networkRequired: entry(400, 'NetworkId is required: {symbol} can be sent on several networks.'),
  invalidAmount: entry(400, '{field} must be a positive decimal number.'),
  amountPrecision: riskEntry('transfer', entry(422, '{symbol} on {network} has at most {decimals} decimals.')),
  amountBelowMinimum: riskEntry(
    'transfer',
    entry(422, 'The amount is below the minimum of {minimum} {symbol}.', 'network'),
  ),
  amountAboveMaximum: riskEntry(
    'transfer',
    entry(422, 'The amount is above the maximum of {maximum} {symbol}.', 'network'),
  ),
  insufficientBalance: riskEntry(
    'transfer',
    entry(
      422,
      'The amount is above the maximum of {maximum} {symbol}. The account has {available} {symbol} available.',
      'network',
    ),
  ),
  insufficientForFee: riskEntry(
    'transfer',
    entry(
      422,
      'The amount is above the maximum of {maximum} {symbol}. The balance does not cover the amount and the fee of {fee} {symbol}.',
      'network',
      'available',
    ),
  ),
  insufficientForGas: riskEntry(
    'wallet',
    entry(
      422,
      'The network fee is {fee} {feeSymbol}. {missing} {feeSymbol} more are required on {network}.',
      'symbol',
      'available',
    ),
  ),
  limitExceeded: riskEntry(
    'transfer',
    entry(
      422,
      'The transfer exceeds the daily limit {limit}. The limit resets at {until}. Nothing was executed.',
      'per',
    ),
  ),
  assetNotEligible: entry(422, '{symbol} cannot be sent from this account.'),
  destinationIsOrigin: riskEntry(
    'transfer',
    entry(
      422,
      'The destination on {network} is the address that the assets are sent from. Choose another destination.',
      'field',
    ),
  ),
  networkNotEligible: riskEntry('transfer', entry(422, '{symbol} cannot be sent on {network} now.')),
  withdrawalsSuspended: riskEntry('transfer', entry(422, '{name} has suspended withdrawals of {symbol} on {network}.')),
  noPrice: entry(422, 'There is no price for {symbol} right now.'),

  // Execute
  invalidPreviewId: entry(400, 'previewId must be a UUID.', 'field'),
  previewNotFound: entry(404, 'There is no such preview.'),
  previewExpired: entry(410, 'The preview has expired. Create a new preview. Nothing was sent.'),
  previewChanged: entry(409, 'Fees or limits changed. Create a new preview. Nothing was sent.', 'name'),
  duplicateTransferInProgress: entry(409, 'The same transfer is still being checked.', 'transferId'),
  walletMayHaveSent: entry(
    409,
    '{name} may have already sent this transfer: the account has a pending transaction. Check {name} before trying again. No new request was made.',
  ),
  mfaRequired: entry(200, 'Enter the code from {place} to send.', 'name', 'method'),
  mfaCodeWrong: entry(200, 'The code is not correct. {attemptsLeft} tries left.', 'name', 'method'),
  mfaCodeExpired: entry(200, 'The code has expired. Enter the latest one.', 'name', 'method', 'attemptsLeft'),
  invalidMfaCodeFormat: entry(422, 'The code must be 4 to 10 digits or letters.', 'field'),
  mfaLocked: entry(423, 'Too many wrong codes. Nothing was sent. Create a new preview.'),
  emailConfirmationRequired: entry(200, 'Confirm the transfer in the e-mail from {name}.', 'sentTo', 'url'),
  deviceConfirmationRequired: entry(200, 'Approve the transfer in the {name} app on your device.', 'device', 'url'),
  addressWhitelistRequired: entry(
    200,
    '{name} sends only to saved addresses. Save {address} at {name} first.',
    'addressTag',
    'network',
    'symbol',
    'url',
  ),
  travelRuleRequired: entry(200, '{name} is required by law to request more information about this transfer.'),
  extraInvalid: entry(422, '{label} is missing or not valid.', 'field', 'reason'),
  nothingToResend: entry(409, 'There is no pending code or confirmation to resend.'),
  exchangeRejected: entry(
    422,
    '{name} refused the transfer{detail}. The funds are still in the account.',
    'exchangeCode',
    'reason',
  ),
  transferReturned: entry(422, '{name} could not complete the transfer. The funds are back in the account.'),
  transferNotSent: entry(422, 'The transfer was not sent. The funds are still in the account.', 'name'),
  walletSignedOther: entry(
    422,
    '{name} signed something other than this transfer. This request sent nothing. Check {name} before trying again.',
    'name',
  ),
  walletOwnershipRequired: entry(
    409,
    'A payment like this one is already open. Sign a message with {name} to prove that {address} is yours, then try again. No new request was made.',
    'networkId',
  ),
  walletChallengeExpired: entry(410, 'The message to sign has expired. Request a new one.'),
  walletSignatureInvalid: entry(422, 'The signature was not made by {address}. This request sent nothing.'),
  otherWalletAccount: entry(
    409,
    'This link expects the account {expected}, but the wallet shared {address}. Switch the account, or confirm the other one.',
  ),
  walletReverted: entry(
    422,
    'The network rejected the transaction. The amount is still in the wallet, but the network fee was paid.',
    'name',
  ),
  walletReplaced: entry(422, 'The wallet sent another transaction in place of this one. Nothing arrived.', 'name'),
  transferNotFound: entry(404, 'There is no such transfer.'),

  // Webhooks
  webhookUrlRefused: entry(422, 'The webhook URL is refused: {reason}.', 'field'),
  webhookNotFound: entry(404, 'There is no such webhook endpoint.'),
  webhookDeliveryNotFound: entry(404, 'The endpoint has no such delivery.'),
  tooManyWebhooks: entry(409, 'A client can have at most {maximum} webhook endpoints. Delete one that is not used.'),
} satisfies Record<string, ErrorEntry>

export type ErrorType = keyof typeof errorCatalogue
/** The errors of risk checks. */
export type RiskErrorType = TypeOfScope<RiskScope>
type TypeOfScope<Scope extends RiskScope> = {
  [Type in ErrorType]: (typeof errorCatalogue)[Type]['risk'] extends Scope ? Type : never
}[ErrorType]

/** The errors with which the risk check refuses requests of these scopes, in the order of the catalogue. */
export function riskErrors(...scopes: RiskScope[]): RiskErrorType[] {
  const types = Object.keys(errorCatalogue) as ErrorType[]
  return types.filter((type): type is RiskErrorType => {
    const { risk } = errorCatalogue[type]
    return risk !== null && scopes.includes(risk)
  })
}
export type ErrorData = Record<string, string | number | boolean | FieldProblem[]>

/** The names that the data of an error always contains. */
export function errorDataNames(type: ErrorType): string[] {
  const { sentence, more } = errorCatalogue[type]
  return [...new Set([...[...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name), ...more])]
}

export interface FieldProblem {
  field: string
  errorType: ErrorType
  message: string
}

const oneOf: Record<string, string> = { seconds: 'second', tries: 'try', decimals: 'decimal' }

/** Returns the sentence of an error with its braces filled, and the counted noun in the singular for 1. */
export function errorSentence(type: ErrorType, data: ErrorData = {}): string {
  return errorCatalogue[type].sentence.replace(/\{(\w+)\}(?: (\w+))?/g, (_, name: string, counted?: string) => {
    const value = String(data[name] ?? '')
    if (counted === undefined) return value
    return `${value} ${value === '1' ? (oneOf[counted] ?? counted) : counted}`
  })
}

/** An error with an entry in the catalogue. Any other thrown value is a defect, and the response is `internalError`. */
export class ApiError extends Error {
  readonly type: ErrorType
  readonly data: ErrorData

  constructor(type: ErrorType, data: ErrorData = {}) {
    super(errorSentence(type, data))
    this.name = 'ApiError'
    this.type = type
    this.data = data
  }
}
