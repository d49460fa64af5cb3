// Places on the core flow's screens for templates that are loaded on demand. on-demand-flow.ts fills them.

import type { FlowContext } from '../flow/flow-context.ts'
import type { EnterAmount, EnterCode, TransferCode } from '../flow/flow-state.ts'
import type { Fee, HoldingNetwork, Integration, Preview, Session } from '../flow/link-responses.ts'
import type { CodeKind } from '../texts/text-values.ts'
import type { Screen } from './screen.ts'

interface TemplateSlots {
  /** The account that is already connected. */
  connected(context: FlowContext, screen: Screen): unknown
  /** The page for creating a key, and its permissions. */
  aboutKey(integration: Integration, screen: Screen): unknown
  /** A search that tolerates typos. */
  find(integrations: Integration[], query: string): Integration[]
  /** The details on the first screen of what will happen. */
  promises(session: Session, app: string): unknown
  /** Other methods for a code, and requesting a new one. */
  codeOptions(flow: EnterCode | TransferCode, kind: CodeKind, screen: Screen): unknown
  networkList(flow: EnterAmount, chosen: HoldingNetwork, screen: Screen): unknown
  /** The differences from the previous quote. */
  changeNotice(before: Preview, after: Preview): unknown
  formerFee(before: Fee, after: Fee): unknown
}

export const templateSlots: Partial<TemplateSlots> = {}

export function fillTemplateSlots(templates: TemplateSlots) {
  Object.assign(templateSlots, templates)
}
