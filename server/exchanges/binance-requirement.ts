// What Binance requires by law. An account of a local entity withdraws with a questionnaire, and each entity has its own.

import * as z from 'zod'
import { historyLimit } from './binance-tables.ts'
import { type Credentials, ExchangeFailure } from './exchange.ts'
import { AnyText, readableRows, ShortText } from './kit/answer-parts.ts'
import type { ExchangeCalls } from './kit/exchange-calls.ts'
import { remembered } from './kit/remembered.ts'
import { type ExchangeTools, fingerprintOfKey } from './kit/tools.ts'

const Requirement = z.object({ questionnaireCountryCode: z.string().regex(/^[A-Z]{2,3}$/) })
const Institutions = readableRows(
  z.object({ vaspName: ShortText, vaspCode: AnyText.nullish(), identifier: AnyText.nullish() }),
)
export type Institution = z.infer<typeof Institutions>[number]

const recentMs = 600_000
/** In place of a country: nothing is required. */
export const noRequirement = 'NIL'

/** Whether the code names a questionnaire. */
export function isTravelRuleRequired(country: string): boolean {
  return country !== noRequirement
}

export interface TravelRuleReads {
  /** The entity whose questionnaire is required, by its country code, or `noRequirement`. Throws an ExchangeFailure. */
  requirementOf(credentials: Credentials): Promise<string>
  /** The same, as Binance states it now. */
  currentRequirement(credentials: Credentials): Promise<string>
  institutions(credentials: Credentials): Promise<Institution[]>
}

export function travelRuleReads(tools: ExchangeTools, calls: ExchangeCalls): TravelRuleReads {
  const currentRequirement = async (credentials: Credentials) => {
    const method = 'sapiGetLocalentityQuestionnaireRequirements'
    try {
      return (await calls.read(Requirement, { method, credentials, limit: historyLimit })).questionnaireCountryCode
    } catch (error) {
      // An account without a local entity may be refused here. An order of it is refused by -4104 if that is wrong.
      if (error instanceof ExchangeFailure && error.kind === 'rejected') return noRequirement
      throw error
    }
  }
  const recent = remembered(tools, recentMs, currentRequirement)
  return {
    currentRequirement,
    requirementOf: (credentials) =>
      recent(fingerprintOfKey('binanceInternational', credentials.apiKey ?? ''), credentials),
    institutions: (credentials) =>
      calls.read(Institutions, { method: 'sapiGetLocalentityVasp', credentials, limit: historyLimit }),
  }
}
