// Kraken's error responses: HTTP 200 with one text in `error`.

import type { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'

const words: Record<string, string> = {
  key_unknown: 'EAPI:Invalid key',
  signature_wrong: 'EAPI:Invalid signature',
  nonce_wrong: 'EAPI:Invalid nonce',
  clock_wrong: 'EAPI:Invalid nonce',
  permission_missing: 'EGeneral:Permission denied',
  address_foreign: 'EGeneral:Permission denied',
  code_required: 'EAPI:Invalid signature',
  wrong_code: 'EAPI:Invalid signature',
  code_expired: 'EAPI:Invalid signature',
  withdrawals_locked: 'EGeneral:Permission denied',
  verification_required: 'EGeneral:Permission denied',
  recipient_required: 'EGeneral:Permission denied',
  account_locked: 'EGeneral:Temporary lockout',
  banned: 'EGeneral:Temporary lockout',
  rate_limited: 'EAPI:Rate limit exceeded',
  busy: 'EService:Busy',
  maintenance: 'EService:Unavailable',
  internal_error: 'EGeneral:Internal error',
  bad_request: 'EGeneral:Invalid arguments',
  not_found: 'EGeneral:Unknown method',
  method_not_allowed: 'EGeneral:Unknown method',
  asset_unknown: 'EFunding:Unknown asset',
  pair_unknown: 'EQuery:Unknown asset pair',
  address_not_saved: 'EFunding:Unknown withdraw key',
  address_differs: 'EFunding:Invalid withdrawal address',
  address_invalid: 'EFunding:Invalid address',
  tag_required: 'EFunding:Invalid address',
  tag_invalid: 'EFunding:Invalid address',
  tag_not_supported: 'EFunding:Invalid address',
  network_unsupported: 'EFunding:No funding method',
  insufficient_funds: 'EFunding:Insufficient funds',
  withdrawal_hold: 'EFunding:Invalid amount',
  below_minimum: 'EFunding:Invalid amount',
  above_maximum: 'EFunding:Invalid amount',
  too_many_decimals: 'EFunding:Invalid amount',
  unknown_code: 'ENotice:Please see our notice',
}

export function refuse({ code }: ExchangeError): RouteResponse {
  return json({ error: [words[code] ?? 'EGeneral:Internal error'] })
}

export function result(value: unknown): RouteResponse {
  return json({ error: [], result: value })
}
