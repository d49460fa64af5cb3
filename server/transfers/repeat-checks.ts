import type { Account } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import { ApiError } from '../contract/errors.ts'
import { checkDestination, requireNetwork } from '../risk/risk-check.ts'
import { checkWithCurrentLimits } from './preview.ts'
import type { Preview } from './preview-store.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { withdrawalOptions } from './withdrawal-options.ts'

/** Repeats the risk check with the exchange's current balance and limits and the previewed fees. */
export async function repeatChecks(deps: TransferDeps, account: Account, preview: Preview): Promise<void> {
  const { id: previewId, terms } = preview
  const { networkId, symbol, toAddress: address, addressTag } = terms
  const network = requireNetwork(deps.networks, networkId, 'NetworkId')
  const given = { networkId, symbol, address, addressTag }
  const requester = account
  const destination = await checkDestination(deps, { requester, network, given, allowed: null, field: 'ToAddress' })
  const holdings = await callAccount(deps, account, (credentials) =>
    account.exchange.holdings(credentials, account.externalId),
  )
  const holding = holdings.find((entry) => entry.symbol === symbol)
  if (holding === undefined) {
    throw new ApiError('insufficientBalance', { available: '0', symbol, network: network.name, maximum: '0' })
  }
  const current = withdrawalOptions(deps.networks, holding).find((option) => option.network.id === networkId)
  if (current === undefined) throw new ApiError('networkNotEligible', { symbol, network: network.name })
  const { networkFee, exchangeFee, gas: { deposit } = {} } = terms
  const { gas } = current.route
  // The cost of creating the recipient's account is not part of the quoted fee.
  const withDeposit = gas && deposit && { gas: { ...gas, fee: gas.fee.add(deposit) } }
  const route = { ...current.route, networkFee, exchangeFee, ...withDeposit }
  const fromAddresses = [terms.fromAddress, route.fromAddress]
  const option = { ...current, route }
  const { amount, amountInFiat } = terms
  const proposed = { account, previewId, holding, destination, amount, amountInFiat }
  await checkWithCurrentLimits(deps, { ...proposed, option, fromAddresses })
}
