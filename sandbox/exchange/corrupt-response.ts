// Faults that corrupt the response after the call was carried out.

import type { FaultName } from './faults.ts'
import { json, type RouteResponse } from './http.ts'

type ResponseBody = { withdrawal?: Row; withdrawals?: Row[] } & Record<string, unknown>
type Row = Record<string, unknown>

const hugeBytes = 6_000_000

/** Applies the active faults in order. */
export function corruptResponse(response: RouteResponse, faults: Partial<Record<FaultName, unknown>>): RouteResponse {
  if (faults.unknownCodeAfter) return unknownCode()
  if (faults.laggingList && response.status === 200) return notYetSeen(response)
  let body = response
  if (faults.wrongTypedAnswer) body = changeRows(body, (row) => ({ ...row, id: 7, amount: Number(row.amount) }))
  if (faults.foreignAnswer)
    body = changeRows(body, (row) => ({ ...row, id: `${row.id}-of-another`, clientId: 'of-another' }))
  if (faults.foreignTerms) body = changeRows(body, (row) => ({ ...row, amount: `${row.amount}1`, status: 'failed' }))
  return faults.hugeAnswer ? { ...body, text: body.text + ' '.repeat(hugeBytes) } : body
}

export function unknownCode(): RouteResponse {
  return json({ error: { code: 'please_see_our_notice', message: 'Please see our notice.' } }, 422)
}

function changeRows(response: RouteResponse, change: (row: Row) => Row): RouteResponse {
  const body = JSON.parse(response.text) as ResponseBody
  const one = body.withdrawal ? { withdrawal: change(body.withdrawal) } : {}
  const many = body.withdrawals ? { withdrawals: body.withdrawals.map(change) } : {}
  return json({ ...body, ...one, ...many }, response.status)
}

function notYetSeen(response: RouteResponse): RouteResponse {
  const body = JSON.parse(response.text) as ResponseBody
  if (body.withdrawals) return json({ withdrawals: [], nextCursor: null })
  return json({ error: { code: 'not_found', message: 'Not found.' } }, 404)
}
