import type { Texts } from './texts.ts'

export interface FailedTransfer {
  statusDetail: string
  errorType: string | null
  /** The exchange or the wallet. */
  fromName: string
}

/** Where the funds of a failed transfer are: a sentence. */
export function whereFundsAre({ failed }: Texts, { statusDetail, errorType, fromName }: FailedTransfer): string {
  if (statusDetail === 'Returned') return failed.returned(fromName)
  // The other transaction of the wallet may have moved them.
  const isUnmoved = /^(Rejected|NotSent|Canceled)$/.test(statusDetail) && errorType !== 'walletReplaced'
  return isUnmoved ? failed.notSent(fromName) : failed.checkAccount(fromName)
}
