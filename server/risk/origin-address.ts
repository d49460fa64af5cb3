import { accountAt } from '../networks/equal-addresses.ts'
import type { Network } from '../networks/network.ts'
import type { RiskDeps, RiskError, TransferToCheck } from './risk-subject.ts'

interface OriginToCheck {
  network: Network
  toAddress: string
  /** '' or undefined where the exchange does not return an address. */
  fromAddress?: string | undefined
}

/** The assets go to another address than they come from. Otherwise nothing moves, and the fee is paid. */
export async function originAddress(
  _deps: RiskDeps,
  { network, destination, fromAddresses }: TransferToCheck,
): Promise<RiskError | null> {
  const toAddress = destination.address
  if (!fromAddresses.some((fromAddress) => isOrigin({ network, toAddress, fromAddress }))) return null
  return { errorType: 'destinationIsOrigin', data: { field: 'ToAddress', network: network.name } }
}

export function isOrigin({ network, toAddress, fromAddress = '' }: OriginToCheck): boolean {
  const [to, from] = [accountAt(network, toAddress), accountAt(network, fromAddress)]
  return to !== null && to === from
}
