// The Kraken emulator: form bodies, API-Sign, nonces, HTTP 200 responses with `error` and `result`.

import { ExchangeError } from '../../exchange-error.ts'
import type { RouteResponse } from '../../http.ts'
import type { Permission } from '../api-keys.ts'
import { delayLogin } from '../delay-login.ts'
import type { Emulator, EmulatorCall } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { authenticate, requirePermissions } from './authenticate.ts'
import { balance, extendedBalance } from './balances.ts'
import type { SignedCall } from './context.ts'
import { refuse } from './errors.ts'
import { listAddresses, listMethods, withdraw, withdrawInfo } from './funding.ts'
import { keyInfo } from './key-info.ts'
import { listAssets, listPairs, systemStatus, ticker, time } from './market-data.ts'
import { withdrawStatus } from './withdraw-status.ts'

type Private = { needs: Permission[]; respond: (call: SignedCall) => RouteResponse }

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

function createKraken(context: EmulatorContext): Emulator {
  const publicCalls: Record<string, (call: EmulatorCall) => RouteResponse> = {
    Time: () => time(context.now()),
    SystemStatus: () => systemStatus(context.now()),
    Assets: listAssets,
    AssetPairs: listPairs,
    Ticker: ticker,
  }
  const respondPrivately = async (call: EmulatorCall, { needs, respond }: Private): Promise<RouteResponse> => {
    const form = new URLSearchParams(call.bodyText)
    const key = authenticate(context.keys, call)
    const dropped = await delayLogin(context.exchange, key.login)
    if (dropped !== null) return dropped
    requirePermissions(key, needs)
    return respond({ context, key, form, call })
  }
  return {
    acceptsCodes: false,
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
    recorded: ({ queryText, bodyText }) => ({ query: queryText, body: bodyText.replace(/(^|&)otp=[^&]*/, '$1otp=…') }),
  }
}

export const kraken: EmulatorDefinition = {
  name: 'kraken',
  title: 'Kraken',
  keys: {
    pair: (bytes) => ({
      key: bytes('key').subarray(0, 42).toString('base64'),
      secret: bytes('secret').toString('base64'),
    }),
    hasCodes: true,
  },
  limit: { keyHeader: 'api-key', most: 15, perSecond: 0.33, costs: { withdraw: 1, list: 1, read: 1 } },
  create: createKraken,
}
