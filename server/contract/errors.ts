// Every error that the service can answer, in one place: HTTP status, status word of the envelope, sentence.
// Words in braces are filled from the error's data, which also travels as `errorData`.

export type WireStatus =
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
  /** What the data holds beside the words in braces: facts from which a page says the sentence in another language. */
  more: readonly string[]
  /** Which requests the risk check refuses with this error; null if it never does. */
  risk: RiskScope | null
}

/**
 * `destination`: every request that names a destination, and previews and executes. `link`: requests of a link session.
 * `transfer`: previews and executes. `wallet`: those from a user's wallet.
 */
export type RiskScope = 'destination' | 'link' | 'transfer' | 'wallet'

function entry(http: number, status: WireStatus, sentence: string, ...more: string[]) {
  return { http, status, sentence, more, risk: null }
}

/** An error that the risk check returns. Endpoints document it by its scope. */
function riskEntry<Scope extends RiskScope>(
  risk: Scope,
  http: number,
  status: WireStatus,
  sentence: string,
  ...more: string[]
) {
  return { http, status, sentence, more, risk }
}

export const errorCatalogue = {
  // The request as such
  malformedJson: entry(400, 'badRequest', 'The request body is not valid JSON.'),
  duplicateJsonKey: entry(400, 'badRequest', 'The key {name} occurs twice.'),
  bodyTooDeep: entry(400, 'badRequest', 'The request body is nested more than {depth} levels deep.'),
  missingField: entry(400, 'badRequest', 'Field {field} is required.'),
  invalidField: entry(400, 'badRequest', 'Field {field} {problem}.'),
  unknownField: entry(400, 'badRequest', 'Field {field} is not known here. Check its spelling.'),
  malformedRequest: entry(400, 'badRequest', 'The request is not valid HTTP, or ended too early.'),
  httpsRequired: entry(
    400,
    'badRequest',
    'This server takes https alone, and its proxy received this request over http. Send it over https.',
  ),
  routeNotFound: entry(404, 'notFound', 'There is no such path.'),
  methodNotAllowed: entry(405, 'badRequest', 'Use {allow} for this path{hint}.'),
  notAcceptable: entry(406, 'badRequest', 'The answer comes as application/json: let Accept allow it.'),
  unsupportedMediaType: entry(
    415,
    'badRequest',
    'Send the body as JSON in UTF-8, not compressed, with Content-Type: application/json.',
  ),
  requestTimeout: entry(408, 'badRequest', 'The request was not received in time.'),
  bodyTooLarge: entry(413, 'badRequest', 'The body may have at most {maximum} bytes.'),
  uriTooLong: entry(414, 'badRequest', 'The address of the request may have at most {maximum} bytes.'),
  headersTooLarge: entry(431, 'badRequest', 'The request has too many or too long headers.'),
  idempotencyKeyReused: entry(422, 'conflict', 'This Idempotency-Key was used with another request.'),
  idempotencyKeyInUse: entry(409, 'conflict', 'The first request with this Idempotency-Key is still running.'),
  internalError: entry(500, 'serverFailure', 'Something failed on our side. Request id {requestId}.'),
  // Neither may say more than of this request: the same preview may have been executed by one before.
  storageUnavailable: entry(
    503,
    'serverFailure',
    'The data store is unavailable. Nothing was executed by this request; what was executed before stands.',
  ),
  shuttingDown: entry(
    503,
    'serverFailure',
    'The server is stopping. Nothing was executed by this request. Try again in a moment.',
  ),
  rateLimited: entry(429, 'tooManyRequest', 'Too many requests. Retry after {seconds} seconds.'),
  tooManyStreams: entry(
    429,
    'tooManyRequest',
    'A link session may have {maximum} event streams open. Close one, or read the transfer without a stream.',
  ),

  // Who is calling
  missingCredentials: entry(401, 'permissionDenied', 'Send X-Client-Id and X-Client-Secret.'),
  invalidCredentials: entry(401, 'permissionDenied', 'The client credentials are not valid.'),
  environmentMismatch: entry(401, 'permissionDenied', 'These credentials belong to another environment.'),
  sessionEnded: entry(401, 'permissionDenied', 'This session has ended. Open a new link.'),

  // Links
  linkNotFound: entry(404, 'notFound', 'There is no such link.'),
  invalidUserId: entry(
    400,
    'badRequest',
    'userId is required: 1 to 300 characters without control, invisible or direction characters.',
  ),
  callbackUrlMissing: entry(400, 'badRequest', 'callbackUrl is required: the client has not exactly one registered.'),
  callbackUrlInvalid: entry(
    400,
    'badRequest',
    'callbackUrl must be an absolute https URL (in the sandbox http on loopback, too).',
  ),
  callbackUrlNotRegistered: entry(403, 'permissionDenied', 'This callbackUrl is not registered for the client.'),
  invalidEnableTransfers: entry(400, 'badRequest', 'enableTransfers must be true or false.'),
  transfersNotEnabled: entry(400, 'badRequest', 'ToAddresses needs enableTransfers=true.'),
  toAddressesRequired: entry(400, 'badRequest', 'ToAddresses needs 1 to 100 entries.'),
  tooManyAddresses: entry(400, 'badRequest', 'ToAddresses may have at most 100 entries.'),
  duplicateAddress: entry(400, 'badRequest', 'Entry {field} of ToAddresses occurs twice.'),
  invalidFixedAmount: entry(
    400,
    'badRequest',
    'Give Amount or AmountInFiat, not both, with one token of the destinations as Symbol; AmountInFiat may stand without it.',
  ),
  linkExpired: entry(410, 'notFound', 'This link has expired or was already used.'),
  toAddressNotConfigured: riskEntry('link', 422, 'badRequest', 'This address was not part of the link.'),

  // Destinations
  unknownNetwork: riskEntry('destination', 400, 'badRequest', '{field}: {networkId} is not a supported network.'),
  tokenNotOnNetwork: riskEntry('destination', 400, 'badRequest', '{symbol} is not supported on {network}.', 'field'),
  invalidAddress: riskEntry('destination', 400, 'badRequest', '{field} is not a valid address on {network}.'),
  addressChecksumFailed: riskEntry(
    'destination',
    400,
    'badRequest',
    '{field} has a wrong checksum: at least one character is mistyped.',
  ),
  addressOfOtherNetwork: riskEntry(
    'destination',
    400,
    'badRequest',
    '{field} is an address of another network ({otherNetwork}), not of {network}.',
  ),
  tagRequired: riskEntry(
    'destination',
    400,
    'badRequest',
    '{network} needs a destination tag for this address.',
    'field',
  ),
  invalidTag: riskEntry('destination', 400, 'badRequest', '{field}: {network} takes no such destination tag.'),
  addressSanctioned: riskEntry(
    'destination',
    451,
    'unavailableForLegalReasons',
    'Transfers to this address are not possible.',
    'field',
  ),
  riskBlocked: riskEntry(
    'destination',
    422,
    'badRequest',
    'This transfer was stopped by the risk check: {reason}.',
    'rule',
    'field',
  ),

  // Accounts and integrations
  integrationUnknown: entry(400, 'badRequest', '{type} is not a known integration.'),
  integrationNotSupported: entry(422, 'badRequest', '{name} cannot send managed transfers.'),
  selfCustodyNotSupported: entry(422, 'badRequest', 'Use the link module for self-custody wallets.'),
  fromTokenTypeMismatch: entry(400, 'badRequest', 'FromType does not match FromAuthToken.'),
  authTokenInvalid: entry(401, 'permissionDenied', 'The auth token is not valid. Connect the account again.'),
  authTokenExpired: entry(401, 'permissionDenied', 'The auth token has expired. Connect the account again.'),
  tokenDeliveryIsPage: entry(
    409,
    'conflict',
    'The tokens of this link go to its page. Create the link with TokenDelivery "server" to fetch them here.',
  ),
  tokensNotReady: entry(
    409,
    'conflict',
    'This link has no tokens to fetch: no account was connected in it in the last 24 hours.',
  ),
  tokensAlreadyFetched: entry(409, 'conflict', 'The tokens of this link were fetched already. They are returned once.'),
  refreshTokenInvalid: entry(401, 'permissionDenied', 'The refresh token is not valid. Connect the account again.'),
  reconnectRequired: entry(
    401,
    'permissionDenied',
    'The exchange has ended this sign-in. Connect the account again.',
    'name',
  ),
  signInRejected: entry(422, 'badRequest', '{name} did not accept these details. Check them and try again.'),
  accountLocked: entry(423, 'locked', '{name} has locked this account. Unlock it there first.'),
  codeWrong: entry(422, 'badRequest', 'That code did not work. {attemptsLeft} tries left.', 'name'),
  codeExpired: entry(422, 'badRequest', 'That code has expired. Enter the newest one.', 'name'),
  codeLocked: entry(423, 'locked', 'Too many wrong codes. Sign in again.', 'name'),
  confirmationExpired: entry(422, 'badRequest', 'The sign-in was not confirmed at {name} in time. Sign in again.'),
  confirmationDeclined: entry(422, 'badRequest', 'The sign-in was declined at {name}.'),
  connectionNotFound: entry(404, 'notFound', 'There is no such connection in this session.'),
  accountNotFound: entry(404, 'notFound', 'There is no such account in this session.'),
  kycRequired: entry(422, 'badRequest', '{name} asks you to finish verification first.', 'url'),
  missingExchangePermission: entry(403, 'permissionDenied', '{name} does not allow withdrawals with this sign-in.'),
  keyAddressRefused: entry(
    422,
    'badRequest',
    '{name} does not accept this key from here. Check it, and allow {addresses}.',
  ),
  // As above, of a server without SERVER_ADDRESSES.
  serverAddressRefused: entry(
    422,
    'badRequest',
    "{name} does not accept this key from this server's address. Ask the operator which addresses to allow.",
  ),
  keyNotFoundAtSite: entry(
    422,
    'badRequest',
    'This key was not found at {site}. If your account is at another site of {name}, choose that site.',
  ),
  keyUsedElsewhere: entry(
    422,
    'badRequest',
    'This key cannot be used safely. Make one at {name} for this alone, with a nonce window of 0.',
  ),
  keyNeedsCodes: entry(
    422,
    'badRequest',
    'This key requires an authenticator code for every request. Create a key without one at {name}.',
  ),
  withdrawHold: riskEntry('transfer', 422, 'badRequest', '{name} holds all withdrawals of this account until {until}.'),
  networkUnavailable: entry(503, 'serverFailure', '{network} cannot be read right now. Nothing was executed.'),
  exchangeError: entry(502, 'serverFailure', '{name} did not answer. Nothing was executed.'),
  exchangeUnavailable: entry(503, 'serverFailure', '{name} is unavailable right now. Nothing was executed.'),
  exchangeTimeout: entry(504, 'serverFailure', '{name} took too long to answer. Nothing was executed.'),
  exchangeRateLimited: entry(
    429,
    'tooManyRequest',
    '{name} limits requests right now. Try again in a minute.',
    'seconds',
  ),

  // Preview
  networkRequired: entry(400, 'badRequest', 'NetworkId is required: {symbol} can be sent on several networks.'),
  invalidAmount: entry(400, 'badRequest', '{field} must be a positive decimal number.'),
  amountPrecision: riskEntry('transfer', 422, 'badRequest', '{symbol} on {network} has at most {decimals} decimals.'),
  amountBelowMinimum: riskEntry(
    'transfer',
    422,
    'badRequest',
    'The amount is below the minimum of {minimum} {symbol}.',
    'network',
  ),
  amountAboveMaximum: riskEntry(
    'transfer',
    422,
    'badRequest',
    'The amount is above the maximum of {maximum} {symbol}.',
    'network',
  ),
  insufficientBalance: riskEntry(
    'transfer',
    422,
    'badRequest',
    'The amount is above the maximum of {maximum} {symbol}. The account has {available} {symbol} available.',
    'network',
  ),
  insufficientForFee: riskEntry(
    'transfer',
    422,
    'badRequest',
    'The amount is above the maximum of {maximum} {symbol}. The balance does not cover the amount and the fee of {fee} {symbol}.',
    'network',
    'available',
  ),
  insufficientForGas: riskEntry(
    'wallet',
    422,
    'badRequest',
    'The network fee is {fee} {feeSymbol}: {missing} {feeSymbol} are missing on {network}.',
    'symbol',
    'available',
  ),
  assetNotEligible: entry(422, 'badRequest', '{symbol} cannot be sent from this account.'),
  destinationIsOrigin: riskEntry(
    'transfer',
    422,
    'badRequest',
    'The destination is the address on {network} that the assets come from. Choose another one.',
    'field',
  ),
  networkNotEligible: riskEntry('transfer', 422, 'badRequest', '{symbol} cannot be sent on {network} now.'),
  withdrawalsSuspended: riskEntry(
    'transfer',
    422,
    'badRequest',
    '{name} has suspended withdrawals of {symbol} on {network}.',
  ),
  noPrice: entry(422, 'badRequest', 'There is no price for {symbol} right now.'),

  // Execute
  invalidPreviewId: entry(400, 'badRequest', 'previewId must be a UUID.'),
  previewNotFound: entry(404, 'notFound', 'There is no such preview.'),
  previewExpired: entry(410, 'notFound', 'The preview has expired. Create a new preview. Nothing was sent.'),
  previewChanged: entry(409, 'conflict', 'Fees or limits changed. Create a new preview. Nothing was sent.', 'name'),
  duplicateTransferInProgress: entry(409, 'conflict', 'The same transfer is still being checked.', 'transferId'),
  walletMayHaveSent: entry(
    409,
    'conflict',
    '{name} may have sent this already: its account has something under way. Look there. Nothing more was asked for.',
  ),
  mfaRequired: entry(200, 'ok', 'Enter the code from {place} to send.', 'name', 'method'),
  mfaCodeWrong: entry(200, 'ok', 'The code is not correct. {attemptsLeft} tries left.', 'name', 'method'),
  mfaCodeExpired: entry(200, 'ok', 'The code has expired. Enter the newest one.', 'name', 'method', 'attemptsLeft'),
  invalidMfaCodeFormat: entry(422, 'badRequest', 'The code must be 4 to 10 digits or letters.'),
  mfaLocked: entry(423, 'locked', 'Too many wrong codes. Nothing was sent. Create a new preview.'),
  emailConfirmationRequired: entry(200, 'ok', 'Confirm the transfer by the e-mail that {name} sent.', 'sentTo'),
  deviceConfirmationRequired: entry(
    200,
    'ok',
    'Approve the transfer on your device, in the app of {name}.',
    'device',
    'url',
  ),
  addressWhitelistRequired: entry(
    200,
    'ok',
    '{name} sends to saved addresses alone. Save {address} there first.',
    'addressTag',
    'network',
    'symbol',
    'url',
  ),
  travelRuleRequired: entry(200, 'ok', 'The law has {name} ask for more about this transfer.'),
  extraInvalid: entry(422, 'badRequest', '{label} is missing or not right.', 'field', 'reason'),
  nothingToResend: entry(409, 'conflict', 'Nothing that could be sent again is waited for.'),
  exchangeRejected: entry(
    422,
    'badRequest',
    '{name} refused the transfer{detail}. The funds are still in the account.',
    'exchangeCode',
    'reason',
  ),
  transferReturned: entry(
    422,
    'badRequest',
    '{name} could not complete the transfer. The funds are back in the account.',
  ),
  transferNotSent: entry(422, 'badRequest', 'The transfer was not sent. The funds are still in the account.', 'name'),
  walletSignedOther: entry(
    422,
    'badRequest',
    '{name} signed something other than this transfer. Nothing was sent.',
    'name',
  ),
  walletOwnershipRequired: entry(
    409,
    'conflict',
    'Another payment like this one is open. Prove the address {address} by a signature of {name}, then try again. Nothing was sent.',
    'networkId',
  ),
  walletChallengeExpired: entry(410, 'notFound', 'The message to sign has expired. Request a new one.'),
  walletSignatureInvalid: entry(422, 'badRequest', 'The signature is not one of {address}. Nothing was sent.'),
  otherWalletAccount: entry(
    409,
    'conflict',
    'The account {expected} is expected, and the wallet shares {address}. Switch the account, or confirm the other one.',
  ),
  walletReverted: entry(
    422,
    'badRequest',
    'The network refused the transaction, and nothing arrived. The amount is still in the wallet; the network fee was paid.',
    'name',
  ),
  walletReplaced: entry(
    422,
    'badRequest',
    'The wallet sent another transaction in place of this one. Nothing arrived.',
    'name',
  ),
  transferNotFound: entry(404, 'notFound', 'There is no such transfer.'),
} satisfies Record<string, ErrorEntry>

export type ErrorType = keyof typeof errorCatalogue
/** What a risk check may refuse with. */
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

/** What the data of an error holds, always. */
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

/** The sentence of an error, its braces filled, and what is counted in the singular where there is one. */
export function errorSentence(type: ErrorType, data: ErrorData = {}): string {
  return errorCatalogue[type].sentence.replace(/\{(\w+)\}(?: (\w+))?/g, (_, name: string, counted?: string) => {
    const value = String(data[name] ?? '')
    if (counted === undefined) return value
    return `${value} ${value === '1' ? (oneOf[counted] ?? counted) : counted}`
  })
}

/** An error with an entry in the catalogue. Anything else that is thrown is a defect and answers `internalError`. */
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
