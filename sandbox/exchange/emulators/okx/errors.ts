// OKX's error responses: an HTTP status and a code of five digits.

export const errorResponses: Record<string, [status: number, code: string]> = {
  busy: [503, '50013'],
  maintenance: [503, '50001'],
  rate_limited: [429, '50011'],
  banned: [403, '50007'],
  nonce_wrong: [401, '50112'],
  clock_wrong: [401, '50102'],
  key_unknown: [401, '50119'],
  passphrase_wrong: [401, '50105'],
  signature_wrong: [401, '50113'],
  address_foreign: [401, '50110'],
  account_locked: [200, '50007'],
  permission_missing: [401, '50120'],
  unknown_code: [200, '59999'],
  bad_request: [400, '51000'],
  asset_unknown: [200, '58006'],
  network_unsupported: [200, '58214'],
  address_not_saved: [200, '58207'],
  address_invalid: [200, '58222'],
  tag_required: [200, '58221'],
  tag_invalid: [200, '58222'],
  tag_not_supported: [200, '58222'],
  too_many_decimals: [200, '51000'],
  below_minimum: [200, '58206'],
  above_maximum: [200, '58205'],
  insufficient_funds: [200, '58350'],
  withdrawal_hold: [200, '58219'],
  withdrawals_locked: [200, '58204'],
  verification_required: [200, '58230'],
  recipient_required: [200, '58237'],
  recipient_incomplete: [200, '58238'],
  code_required: [200, '58208'],
  reference_taken: [200, '58404'],
  not_found: [404, '50404'],
}

/** Codes and their HTTP status. An amount that ends in a code and a 9, such as `20.582239`, is refused with that code. */
export const refusedAmounts: Readonly<Record<string, number>> = {
  ...{ 50035: 403, 50059: 200, 50060: 200, 50121: 200, 58216: 200, 58223: 200, 58227: 200, 58228: 200 },
  ...{ 58229: 200, 58405: 200, 58407: 200 },
}
