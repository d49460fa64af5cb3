// The Kraken emulator: form bodies, API-Sign, nonces, answers of HTTP 200 with `error` and `result`.

import { ExchangeError } from '../../exchange-error.ts'
import type { Answer } from '../../http.ts'
import type { Permission } from '../api-keys.ts'
import { lostFor } from '../delay-login.ts'
import type { Emulator, EmulatorCall } from '../emulator.ts'
import type { Emulators } from '../emulators.ts'
import { authenticate, requirePermissions } from './authenticate.ts'
import { balance, extendedBalance } from './balances.ts'
import type { Asked } from './context.ts'
import { refuse } from './errors.ts'
import { listAddresses, listMethods, withdraw, withdrawInfo } from './funding.ts'
import { keyInfo } from './key-info.ts'
import { listAssets, listPairs, systemStatus, ticker, time } from './market-data.ts'
import { withdrawStatus } from './withdraw-status.ts'

type Private = { needs: Permission[]; respond: (asked: Asked) => Answer }

const privateCalls: Record<string, Private> = {
  Balance: { needs: ['read'], respond: balance },
  BalanceEx: { needs: ['read'], respond: extendedBalance },
  GetApiKeyInfo: { needs: [], respond: keyInfo },
  WithdrawMethods: { needs: ['read', 'withdraw'], respond: listMethods },
  WithdrawAddresses: { needs: ['read', 'withdraw'], respond: listAddresses },
  WithdrawInfo: { needs: ['read', 'withdraw'], respond: withdrawInfo },
  Withdraw: { needs: ['withdraw'], respond: withdraw },
  WithdrawStatus: { needs: ['read', 'withdraw'], respond: withdrawStatus },
}

export function createKraken(emulators: Emulators): Emulator {
  const publicCalls: Record<string, (call: EmulatorCall) => Answer> = {
    Time: () => time(emulators.now('kraken')),
    SystemStatus: () => systemStatus(emulators.now('kraken')),
    Assets: listAssets,
    AssetPairs: listPairs,
    Ticker: ticker,
  }
  const respondPrivately = async (call: EmulatorCall, { needs, respond }: Private): Promise<Answer> => {
    const form = new URLSearchParams(call.bodyText)
    const key = authenticate(emulators.apiKeys, call)
    const lost = await lostFor(emulators.exchange, key.login)
    if (lost !== null) return lost
    requirePermissions(key, needs)
    return respond({ emulators, key, form, call })
  }
  return {
    name: 'kraken',
    takesCodes: false,
    kindOf: ({ path }) => {
      if (path === '/0/private/Withdraw') return 'withdraw'
      return path === '/0/private/WithdrawStatus' ? 'list' : 'read'
    },
    respond: (call) => {
      const [, level = '', name = ''] = /^\/0\/(public|private)\/([A-Za-z]+)$/.exec(call.path) ?? []
      if (level === 'private' && Object.hasOwn(privateCalls, name) && call.method === 'POST') {
        return respondPrivately(call, privateCalls[name] as Private)
      }
      const respond = level === 'public' && Object.hasOwn(publicCalls, name) ? publicCalls[name] : undefined
      if (respond === undefined) throw new ExchangeError(200, 'not_found', 'There is no such method.')
      return respond(call)
    },
    refuse,
    kept: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText.replace(/(^|&)otp=[^&]*/, '$1otp=…') }),
  }
}
