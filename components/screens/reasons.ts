// Why an asset or a network is ineligible, with the names for the sentence.

import type { FlowContext } from '../flow/flow-context.ts'
import type { Holding, HoldingNetwork } from '../flow/transfer-responses.ts'
import { explainReason } from '../texts/explain.ts'
import type { Texts } from '../texts/texts.ts'

/** The names in the sentences. */
export interface ReasonNames extends Record<string, string> {
  exchange: string
  app: string
}

export function reasonNames({ account, integration }: FlowContext, app: string): ReasonNames {
  return { exchange: account?.integrationName ?? integration?.name ?? '', app }
}

export function holdingReason(texts: Texts, holding: Holding, names: ReasonNames): string {
  const { symbol, ineligibilityReason, ineligibilityText, networks } = holding
  const blocked = networks.find((network) => network.ineligibilityReason !== null)
  return (
    explainReason(texts, ineligibilityReason, { ...names, symbol }) ??
    ineligibilityText ??
    (blocked && networkReason(texts, blocked, { ...names, symbol })) ??
    texts.chooseAsset.reason
  )
}

/** `names` also contains the asset's symbol. */
export function networkReason(texts: Texts, network: HoldingNetwork, names: Record<string, string>): string | null {
  const { name, minimumAmount, ineligibilityReason, ineligibilityText } = network
  const minimum = minimumAmount === null ? {} : { minimum: minimumAmount }
  return explainReason(texts, ineligibilityReason, { ...names, network: name, ...minimum }) ?? ineligibilityText
}
