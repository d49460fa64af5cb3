// Which screens, and which parts of screens, on-demand-flow.ts has to be loaded for.

import type { FlowContext } from '../flow/flow-context.ts'
import type { FlowState } from '../flow/flow-state.ts'
import { hasScreen } from './screens.ts'
import { templateSlots } from './template-slots.ts'

/** Whether everything that this state shows is loaded. */
export function isLoaded(flow: FlowState): boolean {
  if (flow.at === 'leaving') return templateSlots.promises !== undefined && isLoaded(flow.from)
  return hasScreen(flow.at) && (templateSlots.promises !== undefined || !hasOnDemandPart(flow))
}

function hasOnDemandPart(flow: FlowState): boolean {
  if ('problem' in flow && flow.problem && flow.problem.errorType !== 'offline') return true
  if ('context' in flow && !isUsual(flow.context)) return true
  switch (flow.at) {
    case 'choose-account':
      return flow.context.account !== null
    case 'sign-in':
      return flow.integration.auth.scheme === 'apiKey'
    case 'enter-code':
      return flow.isOpen === true || (flow.connection.codeKind ?? 'totp') !== 'totp'
    case 'enter-amount':
      return flow.isOpen === true
    case 'review-transfer':
      return flow.changedFrom !== null
    default:
      return flow.at === 'transfer-code'
  }
}

/** A link that begins at the list of accounts and fixes nothing. */
function isUsual({ session, accounts }: FlowContext): boolean {
  const { start, account, fixed, pendingTransfer } = session
  return start === 'chooseAccount' && account === null && fixed === null && pendingTransfer === null && !accounts
}
