// Templates of usual screens that show something rare. The bundle that leads to them registers them: rare-screens.ts.

import type { FlowContext } from '../flow/flow-context.ts'
import type { EnterAmount, EnterCode, TransferCode } from '../flow/flow-state.ts'
import type { Fee, HoldingNetwork, Integration, Preview, Session } from '../flow/link-answers.ts'
import type { CodeKind } from '../texts/text-values.ts'
import type { Screen } from './screen.ts'

interface LateTemplates {
  /** The account to go on with, where one is connected already. */
  connected(context: FlowContext, screen: Screen): unknown
  /** Where a key is made, and what has to be allowed for it. */
  aboutKey(integration: Integration, screen: Screen): unknown
  /** A search that forgives. */
  find(integrations: Integration[], query: string): Integration[]
  /** The fine print of the first screen. */
  promises(session: Session, app: string): unknown
  /** Other ways to get a code, and to get it again. */
  codeOptions(flow: EnterCode | TransferCode, kind: CodeKind, screen: Screen): unknown
  networkList(flow: EnterAmount, chosen: HoldingNetwork, screen: Screen): unknown
  /** What is different from the quote before. */
  changeNotice(before: Preview, after: Preview): unknown
  formerFee(before: Fee, after: Fee): unknown
}

export const lateTemplates: Partial<LateTemplates> = {}

export function addLateTemplates(parts: LateTemplates) {
  Object.assign(lateTemplates, parts)
}
