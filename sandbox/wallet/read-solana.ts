// What the Sandbox Wallet shows its user of a transaction on Solana: read from its bytes, as any wallet does.

import { base58 } from '@scure/base'
import { Amount, associatedTokenProgram, type Network, systemProgram, tokenProgram } from 'transfer-link-server'

export interface ReadPayment {
  /** '' for what it does not understand. */
  amount: string
  symbol: string
  to: string
  /** '' of the coin. */
  mint: string
  /** Whose account is paid, where it is made on the way; else ''. */
  owner: string
}

const nothing: ReadPayment = { amount: '', symbol: '', to: '', mint: '', owner: '' }

/** The one step that pays. All counts of so small a message are single bytes. */
export function readPayment(message: Uint8Array, { tokens }: Network): ReadPayment {
  const count = message[3] ?? 0
  const keyAt = (index: number) => base58.encode(message.slice(4 + 32 * index, 36 + 32 * index))
  let at = 4 + 32 * (count + 1)
  const take = (length: number) => {
    at += length
    return message.slice(at - length, at)
  }
  const next = () => take(1)[0] ?? 0
  let read = nothing
  let owner = ''
  for (let steps = next(); steps > 0; steps--) {
    const program = keyAt(next())
    const accounts = [...take(next())].map(keyAt)
    const data = Buffer.from(take(next()))
    if (program === associatedTokenProgram) owner = accounts[2] ?? ''
    if (program === systemProgram && data.length === 12 && data.readUInt32LE(0) === 2) {
      const coin = tokens.find(({ contract }) => contract === '')
      const amount = Amount.fromBaseUnits(data.readBigUInt64LE(4), 9).toString()
      read = { amount, symbol: coin?.symbol ?? '', to: accounts[1] ?? '', mint: '', owner: '' }
    }
    if (program === tokenProgram && data[0] === 12 && data.length === 10) {
      const [, mint = '', to = ''] = accounts
      const symbol = tokens.find(({ contract }) => contract === mint)?.symbol ?? ''
      read = { amount: Amount.fromBaseUnits(data.readBigUInt64LE(1), data[9] ?? 0).toString(), symbol, to, mint, owner }
    }
  }
  return read
}
