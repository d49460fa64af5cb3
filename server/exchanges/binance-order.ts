// An order at Binance: sent plainly, or with the questionnaire that the law of the account's country requires.

import * as z from 'zod'
import { type Questionnaire, questionnaireFor } from './binance-questionnaire.ts'
import { idOfTravelRule, referenceOf } from './binance-records.ts'
import { isTravelRuleRequired, noRequirement, type TravelRuleReads } from './binance-requirement.ts'
import { refusals } from './binance-tables.ts'
import type { Credentials, WithdrawalOrder, WithdrawalOutcome } from './exchange.ts'
import type { HttpResponse } from './http-call.ts'
import { ShortText } from './kit/answer-parts.ts'
import type { Call, ExchangeCalls } from './kit/exchange-calls.ts'
import { outcomeBy } from './kit/refusals.ts'

const Ordered = z.object({ id: ShortText })
const LocalOrdered = z.object({ trId: ShortText, accpted: z.literal(['true', true]) })

const longestWindowMs = 60_000

/** Null where none is required. `quoted` is the requirement that the quote notes. Throws an ExchangeFailure. */
export async function questionnaireOf(
  { requirement, institutions }: TravelRuleReads,
  credentials: Credentials,
  { extra }: WithdrawalOrder,
  quoted: string,
): Promise<Questionnaire | WithdrawalOutcome | null> {
  // Without the fields the order is sent plainly, and -4104 says that they are missing.
  if (extra.destinationKind === undefined) return null
  const country = await requirement(credentials)
  if (!isTravelRuleRequired(country)) return null
  // So an order whose quote notes that nothing is required was sent plainly: its absence needs the usual history alone.
  if (quoted === noRequirement) return { kind: 'rejected', code: 'quote_expired' }
  const listed = extra.destinationKind === 'exchange' ? await institutions(credentials) : []
  return questionnaireFor(country, extra, listed)
}

/** Sends once. Never throws. `amount` has the fee in it. */
export async function sendOrder(
  calls: ExchangeCalls,
  codesOf: (answer: HttpResponse) => string[] | null,
  credentials: Credentials,
  order: WithdrawalOrder,
  { network, amount, questionnaire }: { network: string; amount: string; questionnaire: Questionnaire | null },
): Promise<WithdrawalOutcome> {
  const { symbol, address, addressTag, clientReference, validUntil } = order
  const call: Omit<Call, 'endpoint'> = {
    credentials,
    // What is left of the order's time when it is signed, after every wait.
    whenSigned: (now) => {
      return { recvWindowMs: Math.min(longestWindowMs, validUntil.getTime() - now.getTime()) }
    },
    validUntil,
  }
  const common = { coin: symbol, network, address, amount, withdrawOrderId: referenceOf(clientReference) }
  const tagged = addressTag === '' ? {} : { addressTag }
  if (questionnaire === null) {
    const params = { ...common, walletType: '0', ...tagged }
    const sent = await calls.send({ ...call, endpoint: 'POST /sapi/v1/capital/withdraw/apply', params })
    return outcomeBy(refusals, sent, codesOf, (body) => Ordered.safeParse(body).data?.id)
  }
  const params = { ...common, walletType: '0', ...tagged, questionnaire: JSON.stringify(questionnaire) }
  const sent = await calls.send({ ...call, endpoint: 'POST /sapi/v1/localentity/withdraw/apply', params })
  return outcomeBy(refusals, sent, codesOf, (body) => {
    const made = LocalOrdered.safeParse(body).data
    return made && idOfTravelRule(made.trId)
  })
}
