import { Amount } from '../contract/amount.ts'
import type { AmountLimits, RiskDeps, RiskError, TransferToCheck } from './risk-subject.ts'

/** The account covers the amount and the fees on top of it. */
export async function balanceWithFee(_deps: RiskDeps, subject: TransferToCheck): Promise<RiskError | null> {
  const { token, network, amount, available, networkFee, exchangeFee } = subject
  const fee = networkFee.add(exchangeFee)
  const data = () => ({
    symbol: token.symbol,
    network: network.name,
    available: available.toString(),
    maximum: sendableMaximum(subject).toString(),
  })
  if (amount.isGreaterThan(available)) return { errorType: 'insufficientBalance', data: data() }
  if (amount.add(fee).isGreaterThan(available)) {
    return { errorType: 'insufficientForFee', data: { ...data(), fee: fee.toString() } }
  }
  return null
}

/** The largest amount that can be sent: fees on top are subtracted, the rest is rounded down to the exchange's step. */
export function sendableMaximum({ available, networkFee, exchangeFee, maximum, step }: AmountLimits): Amount {
  const afterFees = available.subtract(networkFee).subtract(exchangeFee)
  const limited = maximum === null ? afterFees : Amount.min(afterFees, maximum)
  return Amount.max(Amount.zero, limited.floorTo(step))
}
