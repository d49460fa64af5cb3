// Holdings of a Solana wallet and the cost of sending: a fee, and the deposit for a new account.

import { systemProgram, tokenAccountOf, tokenProgram, tokenProgram2022 } from '../chains/solana-keys.ts'
import { paymentMessage } from '../chains/solana-message.ts'
import { type SolanaAccount, unitsIn } from '../chains/solana-reads.ts'
import { Amount } from '../contract/amount.ts'
import { ApiError } from '../contract/errors.ts'
import type { ExchangeHolding, Quote, Route } from '../exchanges/exchange.ts'
import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import type { WithdrawalTerms } from '../exchanges/withdrawal.ts'
import type { NetworkToken } from '../networks/network.ts'
import type { SolanaNetwork } from './solana-networks.ts'

const coinDecimals = 9
const tokenAccountBytes = 165
/** Lamports: the usual fee of one signature with the offer of solana-message.ts, used if the node returns none. */
const defaultFee = 13_000n
const estimatedSeconds = 20

const coins = (lamports: bigint) => Amount.fromBaseUnits(lamports, coinDecimals)

export async function solanaHoldings(at: SolanaNetwork, address: string): Promise<ExchangeHolding[]> {
  const { tokens } = at.network
  const mints = tokens.filter(({ contract }) => contract !== '')
  const places = [address, ...mints.map(({ contract }) => tokenAccountOf(address, contract))]
  const [[purse, ...accounts], deposit] = await Promise.all([at.reads.accounts(places), at.reads.rent(0)])
  const lamports = purse?.lamports ?? 0n
  const spendable = spendableOf(lamports, deposit)
  return tokens.flatMap((token) => {
    const isCoin = token.contract === ''
    const units = isCoin ? lamports : unitsIn(accounts[mints.indexOf(token)] ?? null)
    if (units === 0n) return []
    const available = Amount.fromBaseUnits(units, token.decimals)
    const fee = coins(defaultFee)
    const costs = isCoin
      ? { networkFee: fee, available: spendable.available }
      : { networkFee: Amount.zero, available, gas: { symbol: at.network.nativeSymbol, fee, ...spendable } }
    const step = Amount.fromBaseUnits(1n, token.decimals)
    const route: Route = {
      networkKey: at.network.key,
      contract: token.contract,
      decimals: token.decimals,
      minimum: step,
      maximum: null,
      step,
      exchangeFee: Amount.zero,
      enabled: true,
      estimatedSeconds,
      fromAddress: address,
      ...costs,
    }
    return [{ symbol: token.symbol, name: token.name, available, routes: [route] }]
  })
}

/** An account must keep its deposit: the chain rejects a transaction that would go below it. */
function spendableOf(lamports: bigint, deposit: bigint): { available: Amount; lacks?: Amount } {
  if (lamports < deposit) return { available: Amount.zero, lacks: coins(deposit - lamports) }
  return { available: coins(lamports - deposit) }
}

export async function solanaQuote(
  at: SolanaNetwork,
  {
    address,
    walletName,
    terms: { symbol, address: to, amount },
  }: { address: string; walletName: string | undefined; terms: WithdrawalTerms },
): Promise<Quote> {
  const { network, reads } = at
  const token = network.tokens.find((each) => each.symbol === symbol)
  if (token === undefined) throw new ExchangeFailure('rejected')
  const isCoin = token.contract === ''
  const places = [address, to, ...(isCoin ? [] : [tokenAccountOf(to, token.contract)])]
  const [[purse, recipient = null, tokenAccount = null], coinDeposit, tokenDeposit] = await Promise.all([
    reads.accounts(places),
    reads.rent(0),
    reads.rent(tokenAccountBytes),
  ])
  refuseUnfit(recipient, 'ToAddress')
  const isMade = !isCoin && tokenAccount === null
  const units = amount.toBaseUnits(token.decimals)
  if (isCoin) refuseTooLittle(at, { recipient, units, deposit: coinDeposit, token })
  const { blockhash } = await reads.lifetime()
  const { contract: mint, decimals } = token
  const payment = { from: address, to, mint, decimals, units, makesAccount: isMade, reference: systemProgram }
  const currentFee = await reads.fee(paymentMessage(payment, blockhash))
  const deposit = isMade ? coins(tokenDeposit) : null
  const fee = coins(currentFee ?? defaultFee).add(deposit ?? Amount.zero)
  const gas = { symbol: network.nativeSymbol, fee, ...spendableOf(purse?.lamports ?? 0n, coinDeposit) }
  return {
    adapterState: '',
    walletCall: { chainType: 'solana', createsAccount: isMade },
    networkFee: isCoin ? gas.fee : Amount.zero,
    exchangeFee: Amount.zero,
    feeIsEstimate: true,
    fromAddress: address,
    ...(walletName === undefined ? {} : { fromName: walletName }),
    expiresInSeconds: null,
    estimatedSeconds,
    ...(isCoin ? {} : { gas: deposit === null ? gas : { ...gas, deposit } }),
  }
}

/** Throws `riskBlocked` for a token account or a program: coins sent there are lost. */
export function refuseUnfit(recipient: SolanaAccount | null, field: string): void {
  if (recipient === null) return
  if (recipient.isProgram) {
    throw new ApiError('riskBlocked', { rule: 'program', reason: 'the address is a program, and no wallet', field })
  }
  if (recipient.owner === tokenProgram || recipient.owner === tokenProgram2022) {
    const reason = 'the address is an account for a token, and no wallet'
    throw new ApiError('riskBlocked', { rule: 'tokenAccount', reason, field })
  }
}

interface ArrivingAmount {
  recipient: SolanaAccount | null
  units: bigint
  deposit: bigint
  token: NetworkToken
}

/** A new account needs its deposit. */
function refuseTooLittle(
  { network }: SolanaNetwork,
  { recipient, units, deposit, token: { symbol } }: ArrivingAmount,
): void {
  const lacks = deposit - (recipient?.lamports ?? 0n)
  if (units >= lacks) return
  throw new ApiError('amountBelowMinimum', { minimum: coins(lacks).toString(), symbol, network: network.name })
}
