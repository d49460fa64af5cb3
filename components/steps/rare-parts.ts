// Parts of usual screens that show something rare. What leads to them brings them with it: rare-steps.ts.

import type { EnterAmount, EnterCode, TransferCode } from '../flow/flow-state.ts'
import type { CodeKind, Fee, HoldingNetwork, Preview, Session } from '../flow/link-answers.ts'
import type { Screen } from './screen.ts'

interface RareParts {
  /** The fine print of the first screen. */
  promises(session: Session, app: string): unknown
  /** Other ways to get a code, and to get it again. */
  codeWays(flow: EnterCode | TransferCode, kind: CodeKind, screen: Screen): unknown
  networkList(flow: EnterAmount, chosen: HoldingNetwork, screen: Screen): unknown
  /** What is different from the quote before. */
  changeNotice(before: Preview, after: Preview): unknown
  formerFee(before: Fee, after: Fee): unknown
  /** Whether a click can be meant for what is shown now. */
  isCalm(changedFrom: Preview | null, screen: Screen): boolean
}

export const rareParts: Partial<RareParts> = {}

export function addRareParts(parts: RareParts) {
  Object.assign(rareParts, parts)
}
