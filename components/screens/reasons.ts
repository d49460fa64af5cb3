// Why an asset or a network is ineligible, with the names for the sentence.

import type { FlowContext } from '../flow/flow-context.ts'
import type { Holding, HoldingNetwork } from '../flow/link-responses.ts'
import { explainReason } from '../texts/explain.ts'
import { texts } from '../texts/texts.ts'
import type { Screen } from './screen.ts'

interface Facts extends Record<string, string> {
  exchange: string
  app: string
}

export function factsOf({ account, integration }: FlowContext, { app }: Screen): Facts {
  return { exchange: account?.integrationName ?? integration?.name ?? '', app }
}

export function holdingReason(holding: Holding, facts: Facts): string {
  const { symbol, ineligibilityReason, ineligibilityText, networks } = holding
  const blocked = networks.find((network) => network.ineligibilityReason !== null)
  const own = explainReason(ineligibilityReason, { ...facts, symbol }, ineligibilityText)
  return own ?? (blocked && networkReason(blocked, holding, facts)) ?? texts.chooseAsset.reason
}

export function networkReason(network: HoldingNetwork, { symbol }: Holding, facts: Facts): string | null {
  const { name, minimumAmount, ineligibilityReason, ineligibilityText } = network
  const all = { ...facts, symbol, network: name, ...(minimumAmount === null ? {} : { minimum: minimumAmount }) }
  return explainReason(ineligibilityReason, all, ineligibilityText)
}
