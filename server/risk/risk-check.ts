// The risk check: what must hold before a preview is returned, and again before anything is sent.
// Each check is one file of this folder and one line of a list below.

import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import { redactInput } from '../contract/redact-input.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network } from '../networks/network.ts'
import { addressFormat } from './address-format.ts'
import { amountDecimals } from './amount-decimals.ts'
import { amountLimits } from './amount-limits.ts'
import { balanceWithFee } from './balance-with-fee.ts'
import { destinationTag } from './destination-tag.ts'
import { exchangeTag } from './exchange-tag.ts'
import { gasForFee } from './gas-for-fee.ts'
import { irrecoverableAddress } from './irrecoverable-address.ts'
import { linkDestination } from './link-destination.ts'
import { operatorBlocklist } from './operator-blocklist.ts'
import { originAddress } from './origin-address.ts'
import type {
  DestinationCheck,
  NamedDestination,
  RiskCheck,
  RiskDeps,
  TransferCheck,
  TransferToCheck,
} from './risk-subject.ts'
import { tokenOnNetwork } from './token-on-network.ts'
import { withdrawalHold } from './withdrawal-hold.ts'
import { withdrawalsEnabled } from './withdrawals-enabled.ts'

/** In this order; the first error decides. */
const destinationChecks: readonly DestinationCheck[] = [
  tokenOnNetwork,
  addressFormat,
  destinationTag,
  operatorBlocklist,
  irrecoverableAddress,
  linkDestination,
]

/** In this order; the first error decides. */
const transferChecks: readonly TransferCheck[] = [
  originAddress,
  withdrawalsEnabled,
  withdrawalHold,
  exchangeTag,
  amountDecimals,
  amountLimits,
  balanceWithFee,
  gasForFee,
]

/** Returns the destination in canonical spelling. Throws an ApiError if a check refuses it. */
export async function checkDestination(deps: RiskDeps, named: NamedDestination): Promise<Destination> {
  const { network, given } = named
  const addressCheck = network.checkAddress(given.address)
  const address = addressCheck.ok ? addressCheck.address : given.address
  const destination = { ...given, address, symbol: given.symbol.toUpperCase() }
  const checks = [...destinationChecks, ...(deps.extraRiskChecks?.destination ?? [])]
  await runRiskChecks(checks, deps, { ...named, addressCheck, destination })
  return destination
}

/** Throws an ApiError if a check refuses the transfer. The destination is checked before, by `checkDestination`. */
export async function checkTransfer(deps: RiskDeps, transfer: TransferToCheck): Promise<void> {
  await runRiskChecks([...transferChecks, ...(deps.extraRiskChecks?.transfer ?? [])], deps, transfer)
}

async function runRiskChecks<Subject>(
  checks: readonly RiskCheck<Subject>[],
  deps: RiskDeps,
  subject: Subject,
): Promise<void> {
  for (const check of checks) {
    const error = await check(deps, subject)
    if (error !== null) throw new ApiError(error.errorType, error.data)
  }
}

/** The network of an id. Throws `unknownNetwork`. */
export function requireNetwork(catalogue: NetworkCatalogue, networkId: string, field: string): Network {
  const network = catalogue.byId(networkId)
  if (network === undefined) throw new ApiError('unknownNetwork', { field, networkId: redactInput(networkId, 60) })
  return network
}
