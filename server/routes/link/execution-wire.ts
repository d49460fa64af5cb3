import type * as z from 'zod'
import type { LinkExecution } from '../../contract/wire/link-transfer.ts'
import type { WalletRequestResult } from '../../wallets/request-wallet.ts'
import type { RouteDeps } from '../route-deps.ts'
import { executedContent } from './follow-link-transfer.ts'

type Execution = z.infer<typeof LinkExecution>

const noRequiredAction = {
  mfaType: null,
  attemptsLeft: null,
  codeLength: null,
  codeSentTo: null,
  codeMethods: null,
  fields: null,
  walletRequest: null,
}

/** The result of an execute: sent, failed, or an action that the user has to take first. */
export async function executionToLink(deps: RouteDeps, result: WalletRequestResult): Promise<Execution> {
  if ('request' in result) {
    const request = { errorType: null, errorData: {}, message: null, walletRequest: result.request }
    return {
      outcome: result.outcome,
      ...noRequiredAction,
      ...request,
      transfer: await executedContent(deps, result.transfer),
    }
  }
  if ('transfer' in result) {
    const transfer = await executedContent(deps, result.transfer)
    const { errorType, errorData, message } = transfer
    const isFailed = result.outcome === 'failed'
    const why = isFailed ? { errorType, errorData, message } : { errorType: null, errorData: {}, message: null }
    return { outcome: isFailed ? 'failed' : 'succeeded', ...noRequiredAction, ...why, transfer }
  }
  const { outcome, error } = result
  const base = { outcome, ...noRequiredAction, errorType: error.type, errorData: error.data, message: error.message }
  if ('method' in result) {
    const { method, methods, codeLength, attemptsLeft } = result
    const codeSentTo = methods.find(({ kind }) => kind === method)?.to ?? ''
    return { ...base, mfaType: method, attemptsLeft, codeLength, codeSentTo, codeMethods: methods, transfer: null }
  }
  const isExtra = result.outcome === 'travelRuleRequired'
  const fields = deps.exchanges.byType(result.exchangeType)?.extraFields ?? []
  return {
    ...base,
    fields: isExtra ? fields.map((field) => ({ requiredIf: null, ...field, options: [...field.options] })) : null,
    transfer: null,
  }
}
