// The Binance emulator: X-MBX-APIKEY, a signed query, negative codes.

import { json, type RouteResponse } from '../../http.ts'
import { delayLogin } from '../delay-login.ts'
import type { Emulator, EmulatorCall } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { accountStatus, quota, restrictions, savedAddresses, spotAccount, userAssets } from './account.ts'
import { authenticate, binanceError, parametersOf, requirePermission, withoutSignature } from './authenticate.ts'
import { listCoins } from './catalogue.ts'
import type { SignedCall } from './context.ts'
import { refuse } from './errors.ts'
import { exchangeInfo, systemStatus, tickerPrice, time } from './market-data.ts'
import { listInstitutions } from './questionnaire.ts'
import { applyForWithdrawal, applyWithQuestionnaire, questionnaireRequirements } from './withdraw.ts'
import { listLocalWithdrawals, listWithdrawals } from './withdraw-history.ts'

type Public = (call: EmulatorCall, context: EmulatorContext) => RouteResponse

const publicCalls: Record<string, Public> = {
  'GET /api/v3/ping': () => json({}),
  'GET /api/v3/time': (_, context) => time(context),
  'GET /api/v3/exchangeInfo': exchangeInfo,
  'GET /api/v3/ticker/price': tickerPrice,
  // Clients that load every market also request margin and futures markets. These lists are empty.
  'GET /fapi/v1/exchangeInfo': () => json({ symbols: [] }),
  'GET /dapi/v1/exchangeInfo': () => json({ symbols: [] }),
  'GET /sapi/v1/system/status': (_, context) => systemStatus(context),
}

const signedCalls: Record<string, (call: SignedCall) => RouteResponse> = {
  'GET /api/v3/account': spotAccount,
  'POST /sapi/v3/asset/getUserAsset': userAssets,
  'GET /sapi/v1/account/apiRestrictions': restrictions,
  'GET /sapi/v1/account/status': accountStatus,
  'GET /sapi/v1/capital/config/getall': listCoins,
  'GET /sapi/v1/capital/withdraw/address/list': savedAddresses,
  'GET /sapi/v1/capital/withdraw/quota': quota,
  'GET /sapi/v1/capital/withdraw/history': listWithdrawals,
  'POST /sapi/v1/capital/withdraw/apply': applyForWithdrawal,
  'GET /sapi/v1/margin/allPairs': () => json([]),
  'GET /sapi/v1/margin/isolated/allPairs': () => json([]),
  'GET /sapi/v1/localentity/questionnaire-requirements': questionnaireRequirements,
  'GET /sapi/v1/localentity/vasp': listInstitutions,
  'POST /sapi/v1/localentity/withdraw/apply': applyWithQuestionnaire,
  'GET /sapi/v2/localentity/withdraw/history': listLocalWithdrawals,
}

const withdrawPaths = ['/sapi/v1/capital/withdraw/apply', '/sapi/v1/localentity/withdraw/apply']
const listPaths = ['/sapi/v1/capital/withdraw/history', '/sapi/v2/localentity/withdraw/history']

function createBinance(context: EmulatorContext): Emulator {
  const respondSigned = async (
    call: EmulatorCall,
    respond: (signed: SignedCall) => RouteResponse,
  ): Promise<RouteResponse> => {
    const key = authenticate(context.keys, call, context.now())
    const dropped = await delayLogin(context.exchange, key.login)
    if (dropped !== null) return dropped
    requirePermission(key, 'read')
    return respond({ context, key, parameters: parametersOf(call), call })
  }
  return {
    acceptsCodes: false,
    kindOf: ({ path }) => {
      if (withdrawPaths.includes(path)) return 'withdraw'
      return listPaths.includes(path) ? 'list' : 'read'
    },
    respond: (call) => {
      const name = `${call.method} ${call.path}`
      const signed = Object.hasOwn(signedCalls, name) ? signedCalls[name] : undefined
      if (signed !== undefined) return respondSigned(call, signed)
      const open = Object.hasOwn(publicCalls, name) ? publicCalls[name] : undefined
      if (open === undefined) throw binanceError('not_found')
      return open(call, context)
    },
    refuse,
    recorded: ({ queryText, bodyText }) => ({ query: withoutSignature(queryText), body: withoutSignature(bodyText) }),
  }
}

function letters(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll(/[+/=]/g, 'x').slice(0, 64)
}

export const binance: EmulatorDefinition = {
  name: 'binance',
  title: 'Binance',
  keys: { pair: (bytes) => ({ key: letters(bytes('key')), secret: letters(bytes('secret')) }) },
  limit: {
    keyHeader: 'x-mbx-apikey',
    most: 180_000,
    perSecond: 3000,
    costs: { withdraw: 900, list: 18_000, read: 10 },
    lists: { most: 180_000, perSecond: 180_000 },
  },
  create: createBinance,
}
