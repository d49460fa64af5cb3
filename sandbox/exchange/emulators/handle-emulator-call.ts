// Responds to one call to an emulator: records it, applies faults, sends or drops the response.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ExchangeError } from '../exchange-error.ts'
import type { Faults } from '../faults.ts'
import { type RouteResponse, readText } from '../http.ts'
import type { Emulator, EmulatorCall } from './emulator.ts'
import { deliver, failResponse, refuseOnPurpose } from './fail-response.ts'
import type { EmulatorFault } from './faults.ts'
import type { RequestRecord } from './request-record.ts'

/** One emulator with its faults, request record and clock. */
export interface EmulatorSite {
  name: string
  emulator: Emulator
  faults: Faults<EmulatorFault>
  requests: RequestRecord
  now(): number
  /** Counts the call against the real exchange's limits. Throws rate_limited. */
  count(call: EmulatorCall): void
}

export async function handleEmulatorCall(
  site: EmulatorSite,
  request: IncomingMessage,
  { response, path, queryText }: { response: ServerResponse; path: string; queryText: string },
): Promise<void> {
  const { name, emulator, requests } = site
  const { method = 'GET', headers, socket } = request
  const call: EmulatorCall = {
    method,
    path,
    queryText,
    bodyText: await readText(request),
    headers,
    ip: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    login: '',
    reference: '',
    withdrawalId: '',
    faults: {},
  }
  const kind = emulator.kindOf(call)
  call.faults = site.faults.consume(kind)
  const seq = requests.add(site.now(), { ...emulator.recorded(call), emulator: name, kind, method, path })
  const result = await carryOut(site, call)
  const { login, reference, withdrawalId } = call
  const answer = result === null ? '' : `${result.status}${result.isLost ? ', lost' : ''}`
  requests.complete(seq, { login, reference, withdrawalId, answer })
  if (result !== null) deliver(response, result, call.faults)
  else if (!call.faults.hang) response.destroy()
}

/** Null if the call gets no response. */
async function carryOut(site: EmulatorSite, call: EmulatorCall): Promise<RouteResponse | null> {
  const { faults } = call
  if (faults.down || faults.hang) return null
  if (faults.slow) await pause(faults.slow.ms ?? 0)
  if (faults.error500Before) return { status: 500, type: 'text/plain', text: 'Internal Server Error' }
  return failResponse(site.emulator, await respond(site, call), faults)
}

async function respond(site: EmulatorSite, call: EmulatorCall): Promise<RouteResponse> {
  const { emulator } = site
  try {
    refuseOnPurpose(emulator, call.faults)
    if (call.faults.realLimits) site.count(call)
    return await emulator.respond(call)
  } catch (error) {
    if (error instanceof ExchangeError) return emulator.refuse(error)
    console.error(error)
    return emulator.refuse(new ExchangeError(500, 'internal_error', 'Something went wrong here.'))
  }
}
