// Maps a wallet's refusal to a problem for the user. The codes are those of EIP-1193 and of JSON-RPC.

import { WalletRefusal } from '../protocol/wallet-messages.ts'
import { LinkRefusal } from './link-api.ts'

const byCode: Record<number, string> = {
  4001: 'walletRejected',
  4100: 'walletUnauthorized',
  4200: 'walletUnsupported',
  4900: 'walletDisconnected',
  4901: 'walletOtherNetwork',
  4902: 'walletUnknownNetwork',
  [-32002]: 'walletPending',
}

/** Codes that prove that nothing was done, for any request. After every other code the outcome is unknown. */
const provesNothingDone = new Set([4001, 4100, 4200, 4901, 4902, -32002, -32601, -32602])

/** `error` is the wallet's error, or the errorType of a problem with the wallet. */
export function walletRefusal(error: unknown, name: string, facts: Record<string, string> = {}): LinkRefusal {
  const code = error instanceof WalletRefusal ? error.code : 0
  const errorType = typeof error === 'string' ? error : (byCode[code] ?? 'walletFailed')
  return new LinkRefusal({
    errorType,
    message: `${name || 'The wallet'} could not do this.`,
    errorData: { name: name || 'Wallet', ...facts },
    httpStatus: 422,
  })
}

/** For a problem that is found before a payment is requested. */
export function toWalletRefusal(error: unknown, name: string, facts: Record<string, string>): unknown {
  return error instanceof WalletRefusal ? walletRefusal(error, name, facts) : error
}

/** Whether this response to a request to send proves that nothing was sent. */
export function hasNotSent(error: unknown): boolean {
  return error instanceof WalletRefusal && provesNothingDone.has(error.code)
}
