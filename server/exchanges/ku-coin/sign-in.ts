// Sign-in to KuCoin: the version of the key, its account, and whether it may withdraw.

import * as z from 'zod'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AnyText, ShortText } from '../kit/response-parts.ts'
import type { Credentials, ExchangeAccount } from '../sign-in.ts'
import { unknownKeyCodes } from './tables.ts'

const KeyInfo = z.object({
  data: z.object({ uid: ShortText, permission: AnyText, isMaster: z.boolean().optional() }),
})

/**
 * The credentials with the version of the key. KuCoin requires it in every request and refuses any other version, but users may not
 * know it. New keys have version 3. Throws an ExchangeFailure.
 */
export async function withKeyVersion(calls: ExchangeCalls, credentials: Credentials): Promise<Credentials> {
  const rejections: ExchangeFailure[] = []
  for (const keyVersion of ['3', '2']) {
    const versioned = { ...credentials, keyVersion }
    try {
      await keyInfoOf(calls, versioned)
      return versioned
    } catch (error) {
      if (!(error instanceof ExchangeFailure) || error.kind !== 'signInEnded') throw error
      rejections.push(error)
    }
  }
  // Any rejection other than "unknown key" shows that this site knows the key.
  throw (
    rejections.find(({ code }) => !unknownKeyCodes.includes(code)) ??
    rejections[0] ??
    new ExchangeFailure('signInEnded')
  )
}

export async function openKey(
  calls: ExchangeCalls,
  credentials: Credentials,
): Promise<ExchangeAccount | 'missingExchangePermission'> {
  const { uid, permission, isMaster } = await keyInfoOf(calls, credentials)
  const permissions = permission.split(',').map((word) => word.trim())
  // The endpoint calls the permission Transfer, the page for keys calls it Withdrawal. InnerTransfer is another permission.
  // Sub-accounts cannot withdraw.
  const maySend = isMaster !== false && ['Transfer', 'Withdrawal'].some((word) => permissions.includes(word))
  if (!permissions.includes('General') || !maySend) return 'missingExchangePermission'
  return { externalId: uid, name: 'Funding' }
}

async function keyInfoOf(calls: ExchangeCalls, credentials: Credentials) {
  return (await calls.read(KeyInfo, { endpoint: 'GET /api/v1/user/api-key', credentials })).data
}
