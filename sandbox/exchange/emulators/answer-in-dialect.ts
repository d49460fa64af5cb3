// Answers one call in a dialect: its record, its faults, its answer or the loss of it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { ExchangeError } from '../exchange-error.ts'
import type { Faults } from '../faults.ts'
import { type Answer, readText } from '../http.ts'
import { pause } from '../pause.ts'
import type { Dialect, DialectCall } from './dialect.ts'
import { deliver, refuseOnPurpose, strike } from './fail-response.ts'
import type { DialectFault } from './faults.ts'
import type { RequestRecord } from './request-record.ts'

/** A dialect where it is spoken. */
export interface DialectSite {
  dialect: Omit<Dialect, 'name'> & { name: string }
  faults: Faults<DialectFault>
  requests: RequestRecord
  now(): number
  /** Counts the call against the real exchange's limits. Throws rate_limited. */
  count(call: DialectCall): void
}

export async function answerInDialect(
  site: DialectSite,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  queryText: string,
): Promise<void> {
  const { dialect, requests } = site
  const { method = 'GET', headers, socket } = request
  const call: DialectCall = {
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
  const kind = dialect.kindOf(call)
  call.faults = site.faults.take(kind)
  const seq = requests.add(site.now(), { ...dialect.kept(call), dialect: dialect.name, kind, method, path })
  const given = await carryOut(site, call)
  const { login, reference, withdrawalId } = call
  const told = given === null ? '' : `${given.status}${given.isLost ? ', lost' : ''}`
  requests.complete(seq, { login, reference, withdrawalId, answer: told })
  if (given !== null) deliver(response, given, call.faults)
  else if (!call.faults.hang) response.destroy()
}

/** Null where no answer was ever to be made. */
async function carryOut(site: DialectSite, call: DialectCall): Promise<Answer | null> {
  const { faults } = call
  if (faults.down || faults.hang) return null
  if (faults.slow) await pause(faults.slow.ms ?? 0)
  if (faults.error500Before) return { status: 500, type: 'text/plain', text: 'Internal Server Error' }
  return strike(site.dialect, await respond(site, call), faults)
}

async function respond(site: DialectSite, call: DialectCall): Promise<Answer> {
  const { dialect } = site
  try {
    refuseOnPurpose(dialect, call.faults)
    if (call.faults.realLimits) site.count(call)
    return await dialect.respond(call)
  } catch (error) {
    if (error instanceof ExchangeError) return dialect.refuse(error)
    console.error(error)
    return dialect.refuse(new ExchangeError(500, 'internal_error', 'Something went wrong here.'))
  }
}
