// Sign-in with an API key: the fields that the user enters, and the exchange's response about the key.

import type { Exchange } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { Credentials, ExchangeAccount, SignInField, SignInResult } from '../sign-in.ts'
import { type Sites, siteField, siteOf } from './sites.ts'

type Failed = Exclude<Extract<SignInResult, { state: 'failed' }>['reason'], 'codeWrong' | 'keyNotFoundAtSite'>

interface KeySignIn {
  /** The field names on the exchange's page for keys. */
  labels: { apiSecret: string; passphrase?: string }
  /** Shown after the fields of the key. */
  furtherFields?: readonly SignInField[]
  /** The page where users create keys. */
  keysUrl: string
  serverAddresses: readonly string[] | undefined
  /** The codes of a key that is bound to other addresses. */
  addressCodes: readonly string[]
  /** For an exchange with several sites, with the codes of a site for an unknown key. */
  sites?: { all: Sites; unknownKeyCodes: readonly string[] }
  /** Returns the credentials to store, if these differ from what the user entered. Throws an ExchangeFailure. */
  prepare?(credentials: Credentials): Promise<Credentials>
  /** Returns the account of the key, or why the key is refused. Throws an ExchangeFailure. */
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
}: KeySignIn): Pick<Exchange, 'signIn' | 'startSignIn' | 'prepareCredentials' | 'submitCode' | 'resendCode' | 'renew'> {
  const withoutCode = async (): Promise<SignInResult> => ({ state: 'failed', reason: 'codeLocked' })
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
          : {
              state: 'connected',
              credentials,
              accounts: [accountAtSite(sites?.all, credentials, opened)],
              renewable: true,
            }
      } catch (error) {
        if (sites !== undefined && error instanceof ExchangeFailure && sites.unknownKeyCodes.includes(error.code)) {
          return { state: 'failed', reason: 'keyNotFoundAtSite', site: siteOf(sites.all, fields).label }
        }
        return refusedKey(error, addressCodes)
      }
    },
    prepareCredentials: prepare,
    submitCode: withoutCode,
    resendCode: withoutCode,
    async renew() {
      throw new ExchangeFailure('signInEnded')
    },
  }
}

/** Account ids are unique per site only. The default site's ids have no prefix: they were stored before there were sites. */
function accountAtSite(sites: Sites | undefined, credentials: Credentials, account: ExchangeAccount): ExchangeAccount {
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

/** Rethrows errors that are not about the key. */
function refusedKey(error: unknown, addressCodes: readonly string[]): SignInResult {
  if (!(error instanceof ExchangeFailure)) throw error
  if (addressCodes.includes(error.code)) return { state: 'failed', reason: 'keyAddressRefused' }
  if (error.code === 'withdrawals_locked') return { state: 'failed', reason: 'missingExchangePermission' }
  if (error.kind === 'signInEnded' || error.code === 'unsignable') return { state: 'failed', reason: 'signInRejected' }
  throw error
}
