// An order at Binance, with the questionnaire that the account's country requires by law, or without one.

import * as z from 'zod'
import type { HttpResponse } from '../http-call.ts'
import { outcomeBy } from '../kit/code-tables.ts'
import type { ExchangeCall, ExchangeCalls } from '../kit/exchange-calls.ts'
import { ShortText } from '../kit/response-parts.ts'
import { compactReference } from '../kit/tables.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalOrder, WithdrawalOutcome } from '../withdrawal.ts'
import { type Questionnaire, questionnaireFor } from './questionnaire.ts'
import { idOfTravelRule } from './records.ts'
import { isTravelRuleRequired, noRequirement, type TravelRuleReads } from './requirement.ts'
import { outcomes } from './tables.ts'

const Ordered = z.object({ id: ShortText })
const LocalOrdered = z.object({ trId: ShortText, accpted: z.literal(['true', true]) })

const longestWindowMs = 60_000

/** Null if none is required. `quoted` is the requirement at the time of the quote. Throws an ExchangeFailure. */
export async function questionnaireOf(
  { requirement, institutions }: TravelRuleReads,
  credentials: Credentials,
  { order: { extra }, quoted }: { order: WithdrawalOrder; quoted: string },
): Promise<Questionnaire | WithdrawalOutcome | null> {
  // Without the fields the order is sent without a questionnaire, and Binance refuses it with -4104 if one is required.
  if (extra.destinationKind === undefined) return null
  const country = await requirement(credentials)
  if (!isTravelRuleRequired(country)) return null
  // So an order whose quote notes no requirement is always in the usual history, and its absence there is proof.
  if (quoted === noRequirement) return { kind: 'rejected', code: 'quote_expired' }
  const listed = extra.destinationKind === 'exchange' ? await institutions(credentials) : []
  return questionnaireFor(country, extra, listed)
}

interface OrderCall {
  credentials: Credentials
  network: string
  /** Includes the fee. */
  amount: string
  questionnaire: Questionnaire | null
  codesOf(response: HttpResponse): string[] | null
}

/** Sends once. Never throws. */
export async function sendOrder(
  calls: ExchangeCalls,
  order: WithdrawalOrder,
  { credentials, network, amount, questionnaire, codesOf }: OrderCall,
): Promise<WithdrawalOutcome> {
  const { symbol, address, addressTag, clientReference, validUntil } = order
  const call: Omit<ExchangeCall, 'endpoint'> = {
    credentials,
    limit: { name: 'withdraw' },
    // The time that is left when the order is signed, after every wait for a rate limit.
    whenSigned: (now) => {
      return { recvWindowMs: Math.min(longestWindowMs, validUntil.getTime() - now.getTime()) }
    },
    validUntil,
  }
  const common = { coin: symbol, network, address, amount, withdrawOrderId: compactReference(clientReference) }
  const tagged = addressTag === '' ? {} : { addressTag }
  if (questionnaire === null) {
    const params = { ...common, walletType: '0', ...tagged }
    const sent = await calls.send({ ...call, endpoint: 'POST /sapi/v1/capital/withdraw/apply', params })
    return outcomeBy(outcomes, sent, { codesOf, idOf: (body) => Ordered.safeParse(body).data?.id })
  }
  const params = { ...common, walletType: '0', ...tagged, questionnaire: JSON.stringify(questionnaire) }
  const sent = await calls.send({ ...call, endpoint: 'POST /sapi/v1/localentity/withdraw/apply', params })
  return outcomeBy(outcomes, sent, {
    codesOf,
    idOf: (body) => {
      const made = LocalOrdered.safeParse(body).data
      return made && idOfTravelRule(made.trId)
    },
  })
}
