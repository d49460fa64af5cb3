import type { RiskDeps, RiskError, TransferToCheck } from './risk-subject.ts'

/** The exchange has not blocked withdrawals of the account for a time, as many do after a change of password. */
export async function withdrawalHold(
  _deps: RiskDeps,
  { exchangeName, heldUntil }: TransferToCheck,
): Promise<RiskError | null> {
  if (!heldUntil) return null
  return { errorType: 'withdrawHold', data: { name: exchangeName, until: heldUntil.toISOString() } }
}
