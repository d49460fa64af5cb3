// The sandbox exchange emulates the APIs of real exchanges, each under its own base path, over one ledger:
//
//   http://localhost:4002/emulators/kraken/0/private/Balance
//
// A production client that is given that base address, and nothing else, works. An emulator reads and answers; withdrawals
// are in place-withdrawal.ts, deliberate failures in faults.ts, fail-response.ts and corrupt-listing.ts.

import type { IncomingHttpHeaders } from 'node:http'
import type { ExchangeError } from '../exchange-error.ts'
import type { Answer } from '../http.ts'
import type { EmulatorFaults } from './faults.ts'

export interface EmulatorCall {
  method: string
  /** Below the emulator's base path, with its slash: `/0/private/Balance`. */
  path: string
  /** As it stood in the address: signatures are taken over the text. */
  queryText: string
  bodyText: string
  headers: IncomingHttpHeaders
  /** Where the caller sits. */
  ip: string
  /** Whom the call was found to come from; set by the emulator, for the record of requests. */
  login: string
  /** What the client calls its withdrawal, for the record of requests. */
  reference: string
  /** The withdrawal that came of it, for the same; '' for none. */
  withdrawalId: string
  /** The faults that strike this call. */
  faults: EmulatorFaults
}

/** `withdraw` orders money out, `list` looks withdrawals up, `read` is everything else. */
export type CallKind = 'withdraw' | 'list' | 'read'

export interface Emulator {
  /** Whether an order may carry a one-time code, so that one can be asked for. */
  takesCodes: boolean
  kindOf(call: EmulatorCall): CallKind
  /** Throws an ExchangeError for what it refuses. */
  respond(call: EmulatorCall): Answer | Promise<Answer>
  /** The refusal in this exchange's own words. */
  refuse(error: ExchangeError): Answer
  /** What is kept of it: without signatures, codes and secrets. */
  kept(call: EmulatorCall): { query: string; body: string }
}

/** A parameter of a query or form; null for one that is missing or empty. */
export function parameter(parameters: URLSearchParams, name: string): string | null {
  const value = parameters.get(name)
  return value === null || value === '' ? null : value
}
