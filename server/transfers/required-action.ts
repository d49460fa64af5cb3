// Actions that the exchange requires of its user before it sends: a code, a confirmation, a saved address, travel-rule facts.
// The required action is stored with the waiting transfer, returned by execute, and sent again once it is done.

import type { Account } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import { ApiError, type ErrorData } from '../contract/errors.ts'
import { plainMethods } from '../exchanges/plain-methods.ts'
import type { CodeKind, CodeMethod } from '../exchanges/sign-in.ts'
import type { OrderedBefore, RequiredAction } from '../exchanges/withdrawal.ts'
import { attemptsOf } from './attempts.ts'
import type { Extra } from './extra-fields.ts'
import type { TransferTerms } from './terms.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { StoredRequiredAction, Transfer, TransferChange } from './transfer-store.ts'

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

type ConfirmationKind = Exclude<RequiredAction['kind'], 'mfaRequired'>

/** The change of a transfer that waits for this action. */
export function awaitAction({ exchange: { name } }: Account, action: RequiredAction): TransferChange {
  const { kind } = action
  const event = kind === 'mfaRequired' ? { kind: 'codeRequired' } : { kind: 'confirmationRequired', detail: { kind } }
  return { state: 'RequiresAction', requiredAction: { ...withMethods(action), name }, nextPollAt: null, event }
}

function withMethods(action: RequiredAction): RequiredAction {
  if (action.kind !== 'mfaRequired') return action
  const { method, methods = [{ kind: method, to: '' }] } = action
  return { ...action, methods: plainMethods(methods) }
}

/** The action that a preview requires, before anything is sent. */
export function requiredActionOf(terms: TransferTerms): ApiError | null {
  const { requiredAction: action, fromName: name } = terms
  return action === undefined ? null : new ApiError(action.kind, factsOf(terms, { ...action, name }))
}

/** The facts of the error that a caller gets. */
function factsOf(terms: TransferTerms, action: Exclude<StoredRequiredAction, { kind: 'mfaRequired' }>): ErrorData {
  const { kind, ...facts } = action
  if (kind !== 'addressWhitelistRequired') return facts
  const { toAddress: address, addressTag, networkName: network, symbol } = terms
  return { ...facts, address, addressTag, network, symbol }
}

const usualCodeLength = 6

/** A wrong code can be the first response, before the exchange has required one: then no action is stored. */
function currentAction({ requiredAction, terms }: Transfer): StoredRequiredAction {
  return requiredAction ?? defaultCode(terms.fromName)
}

function defaultCode(name: string): StoredRequiredAction & { kind: 'mfaRequired' } {
  return { kind: 'mfaRequired', method: 'totp', methods: [], name }
}

export function awaitsCode(transfer: Transfer): boolean {
  return currentAction(transfer).kind === 'mfaRequired'
}

/** Whether this execute provides the required action, as far as the server can know. */
export function providesRequiredAction(transfer: Transfer, { mfaCode, extra }: UserInput): boolean {
  if (transfer.state !== 'RequiresAction') return false
  if (awaitsCode(transfer)) return mfaCode !== null
  return currentAction(transfer).kind !== 'travelRuleRequired' || Object.keys(extra).length > 0
}

/** The result of execute for a transfer that waits for its user. */
export function requireAction(transfer: Transfer, wrongCodes: number): WaitingResult {
  const action = currentAction(transfer)
  if (action.kind === 'mfaRequired') return requireCode(transfer, 'mfaRequired', { wrongCodes })
  const error = new ApiError(action.kind, factsOf(transfer.terms, action))
  return { outcome: action.kind, error, exchangeType: transfer.exchangeType }
}

const places: Record<CodeKind, string> = {
  totp: 'your authenticator app',
  phone: 'the text message',
  email: 'the e-mail',
}

export function requireCode(
  transfer: Transfer,
  outcome: 'mfaRequired' | 'mfaFailed',
  { wrongCodes, reason = 'mfaCodeWrong' }: { wrongCodes: number; reason?: 'mfaCodeWrong' | 'mfaCodeExpired' },
): WaitingResult {
  const action = currentAction(transfer)
  // An exchange can refuse a code that was sent while it required another action.
  const code = action.kind === 'mfaRequired' ? action : defaultCode(action.name)
  const { name, method, methods = [], codeLength = usualCodeLength } = code
  const attemptsLeft = maximumWrongCodes - wrongCodes
  const error =
    outcome === 'mfaRequired'
      ? new ApiError('mfaRequired', { name, method, place: places[method] })
      : new ApiError(reason, { name, method, attemptsLeft })
  return { outcome, error, method, methods, codeLength, attemptsLeft }
}

/** Whether the exchange still waits for an action outside this service. Throws the errors of `callAccount`. */
export async function isStillRequired(deps: TransferDeps, account: Account, transfer: Transfer): Promise<boolean> {
  const { isWaitingForUser } = account.exchange
  const isElsewhere = !awaitsCode(transfer) && currentAction(transfer).kind !== 'travelRuleRequired'
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
