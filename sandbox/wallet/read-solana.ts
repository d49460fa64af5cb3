// The summary of a Solana transaction that the Sandbox Wallet shows, read from the transaction's bytes.

import { base58 } from '@scure/base'
import { Amount, associatedTokenProgram, type Network, systemProgram, tokenProgram } from 'transfer-link-server'

interface ReadPayment {
  /** '' if the transaction is not understood. */
  amount: string
  symbol: string
  to: string
  /** '' for SOL. */
  mint: string
  /** The owner of the receiving account, if the transaction creates it. Otherwise ''. */
  owner: string
}

const nothing: ReadPayment = { amount: '', symbol: '', to: '', mint: '', owner: '' }

/** The paying instruction. All counts in such a small message are single bytes. */
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
