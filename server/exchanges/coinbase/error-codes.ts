// The errors of Coinbase's responses. Each has an id and a sentence. For some ids the sentence decides what the error means.

import * as z from 'zod'
import { ofList } from '../../contract/length-checks.ts'
import type { HttpResponse } from '../http-call.ts'
import type { WithdrawalOrder, WithdrawalOutcome } from '../withdrawal.ts'
import { outcomes, refusedRequests } from './tables.ts'
import { travelRuleStep } from './travel-rule.ts'

const Errors = z.object({
  errors: z.array(z.object({ id: z.string(), message: z.string().optional() })).min(1, ofList),
})

/** The ids with their sentences. Null for a success. */
export function coinbaseCodes({ body, status }: HttpResponse): string[] | null {
  const errors = Errors.safeParse(body).data
  if (errors !== undefined) return errors.errors.map(({ id, message = '' }) => `${id}: ${message}`)
  return status >= 200 && status < 300 ? null : []
}

/** A code without its sentence. */
export function errorId(code: string): string {
  return code.slice(0, code.indexOf(':'))
}

/** The id with its sentence if the table lists it so, else the id. */
export function listedCodes(codes: string[] | null): string[] | null {
  return codes?.map((code) => (Object.hasOwn(outcomes, code) ? code : errorId(code))) ?? null
}

/** The action that a refused order requires; null for any other response. */
export function requiredOfUser(response: HttpResponse, { mfaCode }: WithdrawalOrder): WithdrawalOutcome | null {
  const codes = coinbaseCodes(response)
  const isRefused = response.status === 400 || response.status === 402
  // A response with both data and an error is neither a success nor a rejection.
  if (!isRefused || codes === null || codes.length === 0 || Object.hasOwn(response.body as object, 'data')) return null
  const [code = ''] = codes
  if (codes.length === 1 && errorId(code) === 'two_factor_required') {
    if (mfaCode === null) return { kind: 'mfaRequired', method: 'phone' }
    return { kind: /expired/i.test(code) ? 'mfaExpired' : 'mfaWrong' }
  }
  return codes.every((each) => refusedRequests.has(errorId(each))) ? travelRuleStep(codes) : null
}
