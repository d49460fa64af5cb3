// Faults that change the response after the call was carried out.

import type { ServerResponse } from 'node:http'
import { ExchangeError } from '../exchange-error.ts'
import { json, type RouteResponse, send, sendHalf } from '../http.ts'
import type { Emulator } from './emulator.ts'
import { type EmulatorFaults, rejections } from './faults.ts'

const hugeBytes = 6_000_000
const gatewayPage = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** Throws if a rejection is switched on. */
export function refuseOnPurpose(emulator: Pick<Emulator, 'acceptsCodes'>, faults: EmulatorFaults): void {
  for (const [name, code] of Object.entries(rejections)) {
    // If an order may carry a code, the emulator itself handles this fault.
    if (name === 'codeRequired' && emulator.acceptsCodes) continue
    if (faults[name as keyof typeof rejections] === undefined) continue
    throw new ExchangeError(400, code, 'This fault is switched on in the console.').with({ retryAfter: 2 })
  }
}

/** Applies the faults to a response. The record of requests has the status of the result. */
export function failResponse(
  emulator: Pick<Emulator, 'refuse'>,
  response: RouteResponse,
  faults: EmulatorFaults,
): RouteResponse {
  const errorResponse = (code: string) => emulator.refuse(new ExchangeError(500, code, 'Something went wrong here.'))
  if (faults.loseAnswer || faults.hangAfter) return { ...response, isLost: true }
  if (faults.error500After) return { ...page('Internal Server Error'), status: 500 }
  if (faults.error502After) return { ...page(gatewayPage), status: 502 }
  if (faults.error504After) return { ...page(''), status: 504 }
  if (faults.empty400After) return { ...page(''), status: 400 }
  if (faults.unknownCodeAfter) return errorResponse('unknown_code')
  if (faults.internalErrorAfter) return errorResponse('internal_error')
  if (faults.truncatedAnswer) return { ...response, text: response.text.slice(0, Math.floor(response.text.length / 2)) }
  let struck = response
  if (faults.wrongTypedAnswer) struck = { ...response, text: json(wronglyTyped(JSON.parse(response.text))).text }
  return faults.hugeAnswer ? { ...struck, text: struck.text + ' '.repeat(hugeBytes) } : struck
}

export function deliver(serverResponse: ServerResponse, response: RouteResponse, faults: EmulatorFaults): void {
  if (response.isLost && faults.hangAfter) return
  if (response.isLost) return void serverResponse.destroy()
  if (faults.halfAnswer) sendHalf(serverResponse, response)
  else send(serverResponse, response)
}

function page(text: string): RouteResponse {
  return { status: 200, type: 'text/html; charset=utf-8', text }
}

function wronglyTyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wronglyTyped)
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, /^(id|refid)$/.test(name) ? 7 : wronglyTyped(inner)]),
  )
}
