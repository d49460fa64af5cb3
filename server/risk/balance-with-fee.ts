import { Amount } from '../contract/amount.ts'
import { ApiError } from '../contract/errors.ts'
import type { AmountToCheck } from './risk-subject.ts'

/** The account covers the amount, and the fees that come on top of it. */
export function balanceWithFee(subject: AmountToCheck): void {
  const { token, network, amount, available, networkFee, exchangeFee } = subject
  const fee = networkFee.add(exchangeFee)
  const facts = () => ({
    symbol: token.symbol,
    network: network.name,
    available: available.toString(),
    maximum: sendableMaximum(subject).toString(),
  })
  if (amount.isGreaterThan(available)) throw new ApiError('insufficientBalance', facts())
  if (amount.add(fee).isGreaterThan(available)) {
    throw new ApiError('insufficientForFee', { ...facts(), fee: fee.toString() })
  }
}

type Limits = Pick<AmountToCheck, 'available' | 'networkFee' | 'exchangeFee' | 'maximum' | 'step'>

/** The most that can be sent: room is left for fees on top, and the rest is rounded down to what the exchange accepts. */
export function sendableMaximum({ available, networkFee, exchangeFee, maximum, step }: Limits): Amount {
  const afterFees = available.subtract(networkFee).subtract(exchangeFee)
  const limited = maximum === null ? afterFees : Amount.min(afterFees, maximum)
  return Amount.max(Amount.zero, limited.floorTo(step))
}
