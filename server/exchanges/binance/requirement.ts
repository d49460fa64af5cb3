// Legal requirements at Binance. An account of a local entity withdraws with that entity's questionnaire.

import * as z from 'zod'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AnyText, readableRows, ShortText } from '../kit/response-parts.ts'
import type { Credentials } from '../sign-in.ts'

const Requirement = z.object({ questionnaireCountryCode: z.string().regex(/^[A-Z]{2,3}$/) })
const Institutions = readableRows(
  z.object({ vaspName: ShortText, vaspCode: AnyText.nullish(), identifier: AnyText.nullish() }),
)
export type Institution = z.infer<typeof Institutions>[number]

/** Returned in place of a country if nothing is required. */
export const noRequirement = 'NIL'

/** Whether the code names a questionnaire. */
export function isTravelRuleRequired(country: string): boolean {
  return country !== noRequirement
}

export interface TravelRuleReads {
  /**
   * The country code of the entity whose questionnaire is currently required, or `noRequirement`. Throws an ExchangeFailure for every
   * rejection: none is documented to mean "no requirement".
   */
  requirement(credentials: Credentials): Promise<string>
  institutions(credentials: Credentials): Promise<Institution[]>
}

export function travelRuleReads(calls: ExchangeCalls): TravelRuleReads {
  return {
    async requirement(credentials) {
      const endpoint = 'GET /sapi/v1/localentity/questionnaire-requirements'
      return (await calls.read(Requirement, { endpoint, credentials, limit: { name: 'history' } }))
        .questionnaireCountryCode
    },
    institutions: (credentials) =>
      calls.read(Institutions, { endpoint: 'GET /sapi/v1/localentity/vasp', credentials, limit: { name: 'history' } }),
  }
}
