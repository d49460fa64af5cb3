// What a wallet's refusal means to its user. The codes are those of EIP-1193 and of JSON-RPC.

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

/** Codes that say that nothing was done, whatever it was that was asked. After any other nobody can tell. */
const isClear = new Set([4001, 4100, 4200, 4901, 4902, -32002, -32601, -32602])

/** `error` is what the wallet said, or the name of a problem that was found with it. */
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

/** After it was asked to send: whether it has certainly not. */
export function hasNotSent(error: unknown): boolean {
  return error instanceof WalletRefusal && isClear.has(error.code)
}
