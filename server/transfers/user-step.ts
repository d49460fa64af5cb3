// Actions that the exchange requires of its user before it sends: a code, a confirmation, a saved address, travel-rule facts.
// The required action is stored with the waiting transfer, returned by execute, and sent again once it is done.

import type { Account } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import { ApiError, type ErrorData } from '../contract/errors.ts'
import type { CodeKind, CodeMethod, OrderedBefore, RequiredAction } from '../exchanges/exchange.ts'
import { plainMethods } from '../exchanges/plain-methods.ts'
import { attemptsOf } from './attempts.ts'
import type { Extra } from './extra-fields.ts'
import type { TransferTerms } from './terms.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer, TransferChange } from './transfer-store.ts'

export const maximumWrongCodes = 5

/** User input of one execute. */
export interface UserInput {
  mfaCode: string | null
  extra: Extra
}

/** Nothing was executed and the preview is still valid. Execute it again after the action. */
export type WaitingResult =
  | {
      outcome: 'mfaRequired' | 'mfaFailed'
      error: ApiError
      method: CodeKind
      methods: CodeMethod[]
      codeLength: number
      attemptsLeft: number
    }
  | { outcome: ConfirmationKind; error: ApiError; exchangeType: string }

export type ConfirmationKind = Exclude<RequiredAction['kind'], 'mfaRequired'>

/** The change of a transfer that waits for this action. */
export function awaitAction(
  { exchange: { name } }: Account,
  terms: TransferTerms,
  step: RequiredAction,
): TransferChange {
  const { kind } = step
  const event = kind === 'mfaRequired' ? { kind: 'codeRequired' } : { kind: 'confirmationRequired', detail: { kind } }
  return { state: 'RequiresAction', errorType: kind, errorData: factsOf(name, terms, step), nextPollAt: null, event }
}

/** The action that a preview requires, before anything is sent. */
export function requiredActionOf(terms: TransferTerms): ApiError | null {
  const { userStep: step, fromName } = terms
  return step === undefined ? null : new ApiError(step.kind, factsOf(fromName, terms, step))
}

function factsOf(name: string, terms: TransferTerms, step: RequiredAction): ErrorData {
  switch (step.kind) {
    case 'mfaRequired': {
      const { method, methods = [{ kind: method, to: '' }], codeLength = 6 } = step
      return { name, method, codeLength, methods: JSON.stringify(plainMethods(methods)) }
    }
    case 'addressWhitelistRequired': {
      const { toAddress: address, addressTag, networkName: network, symbol } = terms
      return { name, address, addressTag, network, symbol, url: step.url }
    }
    default: {
      const { kind: _, ...facts } = step
      return { name, ...facts }
    }
  }
}

export function awaitsCode(transfer: Transfer): boolean {
  // Rows of earlier versions have no error type.
  return transfer.errorType === 'mfaRequired' || transfer.errorType === null
}

/** Whether this execute provides the required action, as far as the server can know. */
export function providesRequiredAction(transfer: Transfer, { mfaCode, extra }: UserInput): boolean {
  if (transfer.state !== 'RequiresAction') return false
  if (awaitsCode(transfer)) return mfaCode !== null
  return transfer.errorType !== 'travelRuleRequired' || Object.keys(extra).length > 0
}

/** The result of execute for a transfer that waits for its user. */
export function requireAction(transfer: Transfer, wrongCodes: number): WaitingResult {
  const { errorType, errorData, exchangeType } = transfer
  if (awaitsCode(transfer)) return requireCode(transfer, 'mfaRequired', wrongCodes)
  const outcome = errorType as ConfirmationKind
  return { outcome, error: new ApiError(outcome, errorData), exchangeType }
}

const places: Record<CodeKind, string> = {
  totp: 'your authenticator app',
  phone: 'the text message',
  email: 'the e-mail',
}

export function requireCode(
  { errorData }: Transfer,
  outcome: 'mfaRequired' | 'mfaFailed',
  wrongCodes: number,
  reason: 'mfaCodeWrong' | 'mfaCodeExpired' = 'mfaCodeWrong',
): WaitingResult {
  const name = String(errorData.name ?? '')
  const method = (errorData.method as CodeKind | undefined) ?? 'totp'
  const attemptsLeft = maximumWrongCodes - wrongCodes
  const error =
    outcome === 'mfaRequired'
      ? new ApiError('mfaRequired', { name, method, place: places[method] })
      : new ApiError(reason, { name, method, attemptsLeft })
  const methods = JSON.parse(String(errorData.methods ?? '[]')) as CodeMethod[]
  return { outcome, error, method, methods, codeLength: Number(errorData.codeLength ?? 6), attemptsLeft }
}

/** Whether the exchange still waits for an action outside this service. Throws the errors of `callAccount`. */
export async function isStillRequired(deps: TransferDeps, account: Account, transfer: Transfer): Promise<boolean> {
  const { isWaitingForUser } = account.exchange
  const isElsewhere = !awaitsCode(transfer) && transfer.errorType !== 'travelRuleRequired'
  if (isWaitingForUser === undefined || !isElsewhere) return false
  const order = await orderedBefore(deps, transfer)
  return callAccount(deps, account, (credentials) => isWaitingForUser(credentials, account.externalId, order))
}

export async function orderedBefore(deps: TransferDeps, { id, terms }: Transfer): Promise<OrderedBefore> {
  const [first] = await attemptsOf(deps.database.query, id)
  return {
    clientReference: first?.clientReference ?? '',
    symbol: terms.symbol,
    networkKey: terms.networkKey,
    address: terms.toAddress,
    addressTag: terms.addressTag,
    amount: terms.amount,
  }
}
