import { Amount } from '../../server/contract/amount.ts'
import type { Holding, HoldingNetwork } from './transfer-responses.ts'

/** The network with the lowest fee in fiat comes first, one whose fee has no price last. */
export function eligibleNetworks(holding: Holding): HoldingNetwork[] {
  return holding.networks.filter((network) => network.eligibleForTransfer).sort(byFee)
}

export function findNetwork(holding: Holding, networkId: string): HoldingNetwork | undefined {
  return holding.networks.find((network) => network.id === networkId)
}

function byFee(first: HoldingNetwork, second: HoldingNetwork): number {
  const [fee, otherFee] = [feeInFiat(first), feeInFiat(second)]
  if (fee === null || otherFee === null) return fee === otherFee ? 0 : fee === null ? 1 : -1
  return fee.compare(otherFee)
}

function feeInFiat(network: HoldingNetwork): Amount | null {
  return network.feeInFiat === null ? null : Amount.tryParse(network.feeInFiat)
}
