// Coinbase's error responses: an HTTP status, and `errors` with an id and a message.

import type { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'

const errorResponses: Record<string, [status: number, id: string, sentence?: string]> = {
  invalid_token: [401, 'invalid_token'],
  expired_token: [401, 'expired_token'],
  revoked_token: [401, 'revoked_token'],
  key_unknown: [401, 'revoked_token', 'The access token was revoked'],
  signature_wrong: [401, 'invalid_token', 'The access token is invalid'],
  nonce_wrong: [401, 'expired_token', 'The access token expired'],
  clock_wrong: [401, 'expired_token', 'The access token expired'],
  account_locked: [401, 'invalid_authentication_method', 'API access is blocked for this user'],
  permission_missing: [403, 'invalid_scope', 'Invalid scope'],
  code_required: [402, 'two_factor_required', 'Two-step verification code required to complete this request'],
  code_required_by_400: [400, 'two_factor_required', 'When sending money over 2fa limit'],
  wrong_code: [402, 'two_factor_required', 'That code was invalid. Please try again.'],
  code_expired: [402, 'two_factor_required', 'That code has expired. Please try again.'],
  not_found: [404, 'not_found', 'Not found'],
  method_not_allowed: [404, 'not_found', 'Not found'],
  parameter_missing: [400, 'param_required'],
  bad_request: [400, 'invalid_request'],
  validation_error: [400, 'validation_error'],
  insufficient_funds: [400, 'validation_error', "You don't have that much."],
  too_many_decimals: [400, 'validation_error', 'The amount has too many decimals.'],
  below_minimum: [400, 'validation_error', 'The amount is too small.'],
  above_maximum: [400, 'validation_error', 'The amount is too large.'],
  address_invalid: [400, 'validation_error', 'Please enter a valid address.'],
  tag_required: [400, 'validation_error', 'A destination tag is required for this address.'],
  tag_invalid: [400, 'validation_error', 'This destination tag is invalid.'],
  tag_not_supported: [400, 'validation_error', 'Destination tags are not supported for this asset.'],
  network_unsupported: [400, 'validation_error', 'This network is not supported for this asset.'],
  address_not_saved: [400, 'invalid_request', 'This address is not in your allowlist.'],
  withdrawals_locked: [400, 'invalid_request', 'Sends are disabled for this account.'],
  withdrawal_hold: [400, 'invalid_request', 'Your funds are on hold.'],
  verification_required: [400, 'identity_verification_required', 'Identity verification is required.'],
  recipient_required: [400, 'invalid_request', 'travel_rule_data is required for this transaction.'],
  institution_required: [400, 'validation_error', 'travel_rule_data: beneficiary_financial_institution is required.'],
  rate_limited: [429, 'rate_limit_exceeded', 'Too many requests'],
  banned: [429, 'rate_limit_exceeded', 'Too many requests'],
  busy: [503, 'service_unavailable', 'The service is temporarily unavailable'],
  maintenance: [503, 'service_unavailable', 'The service is down for maintenance'],
  internal_error: [500, 'internal_server_error', 'Internal server error'],
  unknown_code: [400, 'please_see_our_notice', 'Please see our notice.'],
}

export function refuse({ code, message, details }: ExchangeError): RouteResponse {
  const [status, id, sentence = message] = errorResponses[code] ?? [
    500,
    'internal_server_error',
    'Internal server error',
  ]
  const response = json({ errors: [{ id, message: sentence }] }, status)
  if (status !== 429 && status !== 503) return response
  const seconds = typeof details.retryAfter === 'number' ? details.retryAfter : 2
  return { ...response, headers: { 'retry-after': String(seconds) } }
}
