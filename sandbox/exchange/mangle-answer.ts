// What was carried out, told wrongly: for whoever has to bear it.

import type { FaultName } from './faults.ts'
import { type Answer, json } from './http.ts'

type Told = { withdrawal?: Row; withdrawals?: Row[] } & Record<string, unknown>
type Row = Record<string, unknown>

const hugeBytes = 6_000_000

/** The last fault that applies has the last word. */
export function mangle(answer: Answer, faults: Partial<Record<FaultName, unknown>>): Answer {
  if (faults.unknownCodeAfter) return unknownCode()
  if (faults.laggingList && answer.status === 200) return notYetSeen(answer)
  let told = answer
  if (faults.wrongTypedAnswer) told = retold(told, (row) => ({ ...row, id: 7, amount: Number(row.amount) }))
  if (faults.foreignAnswer)
    told = retold(told, (row) => ({ ...row, id: `${row.id}-of-another`, clientId: 'of-another' }))
  if (faults.foreignTerms) told = retold(told, (row) => ({ ...row, amount: `${row.amount}1`, status: 'failed' }))
  return faults.hugeAnswer ? { ...told, text: told.text + ' '.repeat(hugeBytes) } : told
}

export function unknownCode(): Answer {
  return json({ error: { code: 'please_see_our_notice', message: 'Please see our notice.' } }, 422)
}

function retold(answer: Answer, change: (row: Row) => Row): Answer {
  const told = JSON.parse(answer.text) as Told
  const one = told.withdrawal ? { withdrawal: change(told.withdrawal) } : {}
  const many = told.withdrawals ? { withdrawals: told.withdrawals.map(change) } : {}
  return json({ ...told, ...one, ...many }, answer.status)
}

function notYetSeen(answer: Answer): Answer {
  const told = JSON.parse(answer.text) as Told
  if (told.withdrawals) return json({ withdrawals: [], nextCursor: null })
  return json({ error: { code: 'not_found', message: 'There is nothing here.' } }, 404)
}
