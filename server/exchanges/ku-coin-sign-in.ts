// Signing in to KuCoin: which version the key has, whose key it is and whether it may withdraw.

import * as z from 'zod'
import { type Credentials, type ExchangeAccount, ExchangeFailure } from './exchange.ts'
import { AnyText, ShortText } from './kit/answer-parts.ts'
import type { ExchangeCalls } from './kit/exchange-calls.ts'
import { unknownKeyCodes } from './ku-coin-tables.ts'

const KeyInfo = z.object({
  data: z.object({ uid: ShortText, permission: AnyText, isMaster: z.boolean().optional() }),
})

/**
 * The credentials with the version of the key, which KuCoin wants in every request and the user need not know. New keys are
 * version 3, and KuCoin refuses a key of another version. Throws what a call throws.
 */
export async function withKeyVersion(calls: ExchangeCalls, credentials: Credentials): Promise<Credentials> {
  const refusals: ExchangeFailure[] = []
  for (const keyVersion of ['3', '2']) {
    const versioned = { ...credentials, keyVersion }
    try {
      await keyInfoOf(calls, versioned)
      return versioned
    } catch (error) {
      if (!(error instanceof ExchangeFailure) || error.kind !== 'signInEnded') throw error
      refusals.push(error)
    }
  }
  // Another refusal than "unknown key" shows that this site knows the key.
  throw (
    refusals.find(({ code }) => !unknownKeyCodes.includes(code)) ?? refusals[0] ?? new ExchangeFailure('signInEnded')
  )
}

export async function openKey(
  calls: ExchangeCalls,
  credentials: Credentials,
): Promise<ExchangeAccount | 'missingExchangePermission'> {
  const { uid, permission, isMaster } = await keyInfoOf(calls, credentials)
  const permissions = permission.split(',').map((word) => word.trim())
  // The endpoint calls the permission Transfer, the page that makes keys Withdrawal. InnerTransfer is something else.
  // Nothing can be withdrawn from a sub-account.
  const maySend = isMaster !== false && ['Transfer', 'Withdrawal'].some((word) => permissions.includes(word))
  if (!permissions.includes('General') || !maySend) return 'missingExchangePermission'
  return { externalId: uid, name: 'Funding' }
}

async function keyInfoOf(calls: ExchangeCalls, credentials: Credentials) {
  return (await calls.read(KeyInfo, { endpoint: 'GET /api/v1/user/api-key', credentials })).data
}
