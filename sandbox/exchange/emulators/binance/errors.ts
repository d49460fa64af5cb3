// Binance's error responses: an HTTP status, a negative code and a message.

import type { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'

const errorResponses: Record<string, [status: number, code: number, sentence: string]> = {
  key_missing: [401, -2014, 'API-key format invalid.'],
  key_unknown: [401, -2015, 'Invalid API-key, IP, or permissions for action.'],
  address_foreign: [401, -2015, 'Invalid API-key, IP, or permissions for action.'],
  permission_missing: [401, -2015, 'Invalid API-key, IP, or permissions for action.'],
  account_locked: [401, -2015, 'Invalid API-key, IP, or permissions for action.'],
  signature_wrong: [400, -1022, 'Signature for this request is not valid.'],
  nonce_wrong: [400, -1021, 'Timestamp for this request is outside of the recvWindow.'],
  clock_wrong: [400, -1021, 'Timestamp for this request is outside of the recvWindow.'],
  clock_ahead: [400, -1021, "Timestamp for this request was 1000ms ahead of the server's time."],
  window_wrong: [400, -1131, 'recvWindow must be less than 60000'],
  duplicate_parameter: [400, -1101, 'Duplicate values for a parameter detected.'],
  parameter_missing: [400, -1102, "Mandatory parameter '%' was not sent, was empty/null, or malformed."],
  bad_request: [400, -1100, 'Illegal characters found in a parameter.'],
  symbol_unknown: [400, -1121, 'Invalid symbol.'],
  not_found: [404, -1000, 'Not found.'],
  method_not_allowed: [405, -1000, 'This path requires another method.'],
  rate_limited: [429, -1003, 'Too much request weight used; current limit is 6000 request weight per 1 MINUTE.'],
  banned: [418, -1003, 'Way too much request weight used; IP banned until %.'],
  busy: [503, -1008, 'Server is currently overloaded with other requests. Please try again in a few minutes.'],
  maintenance: [503, -1016, 'This service is no longer available.'],
  internal_error: [500, -1006, 'An unexpected response was received from the message bus. Execution status unknown.'],
  asset_unknown: [400, -4018, "We don't have this asset."],
  network_unsupported: [400, -4019, 'Current asset is not open for withdrawal.'],
  address_invalid: [400, -4007, 'Address validation is not passed.'],
  tag_required: [400, -4008, 'Address tag validation is not passed.'],
  tag_invalid: [400, -4008, 'Address tag validation is not passed.'],
  tag_not_supported: [400, -4106, 'Address tag is not supported for this network.'],
  address_not_saved: [400, -4035, 'This address is not on the whitelist. Please join and try again.'],
  too_many_decimals: [400, -4021, 'Asset withdrawal must be an 0.00000001 multiple of 0.00000001.'],
  below_minimum: [400, -4022, 'Not less than the minimum pick-up quantity %.'],
  above_maximum: [400, -4023, 'Within 24 hours, the withdrawal exceeds the maximum amount.'],
  insufficient_funds: [400, -4026, 'You have insufficient balance.'],
  withdrawals_locked: [400, -4015, 'Withdraw is limited.'],
  recipient_required: [400, -4104, 'Travel rule information is required for this withdrawal.'],
  verification_required: [400, -4046, 'Agreement not confirmed.'],
  code_required: [400, -4013, '2FA is not opened.'],
  withdrawal_hold: [400, -4017, 'Within 24 hours after the release of 2FA, withdrawal is prohibited.'],
  window_too_long: [400, -4047, 'Time interval must be within 0-90 days'],
  questionnaire_invalid: [400, -1000, 'Questionnaire format not valid.'],
  unknown_code: [400, -9999, 'Please see our notice.'],
}

export function refuse({ code, details }: ExchangeError): RouteResponse {
  const [status, number, sentence] = errorResponses[code] ?? [500, -1000, 'An unknown error occurred.']
  const inserted = typeof details.insert === 'string' ? details.insert : ''
  const response = json({ code: number, msg: sentence.replace('%', inserted) }, status)
  if (status !== 429 && status !== 418) return response
  const seconds = typeof details.retryAfter === 'number' ? details.retryAfter : 60
  return { ...response, headers: { 'retry-after': String(seconds) } }
}
