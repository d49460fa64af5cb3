// The sandbox exchange emulates the APIs of real exchanges, each under its own base path, over one ledger:
//
//   http://localhost:4002/emulators/kraken/0/private/Balance
//
// A production client works with that base address and no other change. An emulator parses requests and
// writes responses. Withdrawals are in place-withdrawal.ts, faults in faults.ts, fail-response.ts and corrupt-listing.ts.

import type { IncomingHttpHeaders } from 'node:http'
import type { ExchangeError } from '../exchange-error.ts'
import type { RouteResponse } from '../http.ts'
import type { EmulatorFaults } from './faults.ts'

export interface EmulatorCall {
  method: string
  /** Below the emulator's base path, with its slash: `/0/private/Balance`. */
  path: string
  /** The text as received, because signatures cover the exact text. */
  queryText: string
  bodyText: string
  headers: IncomingHttpHeaders
  /** The caller's IP address. */
  ip: string
  /** The login of the caller. The emulator sets it for the record of requests. */
  login: string
  /** The client's id of the withdrawal, for the record of requests. */
  reference: string
  /** The withdrawal that the call created, for the record of requests. '' if none. */
  withdrawalId: string
  /** The faults that apply to this call. */
  faults: EmulatorFaults
}

/** `withdraw` orders a withdrawal, `list` looks up withdrawals, `read` is everything else. */
export type CallKind = 'withdraw' | 'list' | 'read'

export interface Emulator {
  /** Whether an order may carry a one-time code. */
  acceptsCodes: boolean
  kindOf(call: EmulatorCall): CallKind
  /** Throws an ExchangeError for what it refuses. */
  respond(call: EmulatorCall): RouteResponse | Promise<RouteResponse>
  /** The error response in the exchange's format. */
  refuse(error: ExchangeError): RouteResponse
  /** The recorded parts of a call, without signatures, codes and secrets. */
  recorded(call: EmulatorCall): { query: string; body: string }
}

/** A parameter of a query or form. Null if it is missing or empty. */
export function parameter(parameters: URLSearchParams, name: string): string | null {
  const value = parameters.get(name)
  return value === null || value === '' ? null : value
}
