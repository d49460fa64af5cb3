// Signing in by a key that the user made at the exchange: two or three fields, and what the exchange says of the key.

import {
  type Credentials,
  type Exchange,
  type ExchangeAccount,
  ExchangeFailure,
  type SignInField,
  type SignInResult,
} from '../exchange.ts'
import { type Sites, siteField, siteOf } from './sites.ts'

type Failed = Exclude<Extract<SignInResult, { state: 'failed' }>['reason'], 'codeWrong' | 'keyNotFoundAtSite'>

export interface KeySignIn {
  /** As the exchange calls them where keys are made. */
  labels: { apiSecret: string; passphrase?: string }
  /** After those of the key. */
  furtherFields?: readonly SignInField[]
  /** Where they are made. */
  keysUrl: string
  serverAddresses: readonly string[] | undefined
  /** By which codes it says that the key is bound to other addresses. */
  addressCodes: readonly string[]
  /** Of an exchange that has several sites, with the codes by which a site says that it does not know the key. */
  sites?: { all: Sites; unknownKeyCodes: readonly string[] }
  /** What is stored, where that is more than the user entered. Throws what a call throws. */
  prepare?(credentials: Credentials): Promise<Credentials>
  /** Whose key it is, or why it will not do. Throws what a call throws. */
  open(credentials: Credentials): Promise<ExchangeAccount | Failed>
}

export function keySignIn({
  labels,
  furtherFields = [],
  keysUrl,
  serverAddresses,
  addressCodes,
  sites,
  prepare = async (credentials) => credentials,
  open,
}: KeySignIn): Pick<Exchange, 'signIn' | 'startSignIn' | 'prepareCredentials' | 'answerCode' | 'resendCode' | 'renew'> {
  const neverAsked = async (): Promise<SignInResult> => ({ state: 'failed', reason: 'codeLocked' })
  return {
    signIn: {
      scheme: 'apiKey',
      fields: [...fieldsOf(labels), ...furtherFields, ...(sites === undefined ? [] : [siteField(sites.all)])],
      keysUrl,
      ...(serverAddresses === undefined ? {} : { serverAddresses }),
    },
    async startSignIn(fields): Promise<SignInResult> {
      try {
        const credentials = await prepare(fields)
        const opened = await open(credentials)
        return typeof opened === 'string'
          ? { state: 'failed', reason: opened }
          : { state: 'connected', credentials, accounts: [accountAt(sites?.all, credentials, opened)], renewable: true }
      } catch (error) {
        if (sites !== undefined && error instanceof ExchangeFailure && sites.unknownKeyCodes.includes(error.code)) {
          return { state: 'failed', reason: 'keyNotFoundAtSite', site: siteOf(sites.all, fields).label }
        }
        return refusedKey(error, addressCodes)
      }
    },
    prepareCredentials: prepare,
    answerCode: neverAsked,
    resendCode: neverAsked,
    async renew() {
      throw new ExchangeFailure('signInEnded')
    },
  }
}

/** Each site numbers its accounts by itself. At the default site the id is the number alone, as it was stored before there were sites. */
function accountAt(sites: Sites | undefined, credentials: Credentials, account: ExchangeAccount): ExchangeAccount {
  if (sites === undefined) return account
  const site = siteOf(sites, credentials)
  return site === sites[0] ? account : { ...account, externalId: `${site.value}:${account.externalId}` }
}

function fieldsOf({ apiSecret, passphrase }: KeySignIn['labels']): SignInField[] {
  return [
    { name: 'apiKey', label: 'API key', secret: false },
    { name: 'apiSecret', label: apiSecret, secret: true },
    ...(passphrase === undefined ? [] : [{ name: 'passphrase', label: passphrase, secret: true }]),
  ]
}

/** Throws what says nothing of the key. */
function refusedKey(error: unknown, addressCodes: readonly string[]): SignInResult {
  if (!(error instanceof ExchangeFailure)) throw error
  if (addressCodes.includes(error.code)) return { state: 'failed', reason: 'keyAddressRefused' }
  if (error.code === 'withdrawals_locked') return { state: 'failed', reason: 'missingExchangePermission' }
  if (error.kind === 'signInEnded' || error.code === 'unsignable') return { state: 'failed', reason: 'signInRejected' }
  throw error
}
