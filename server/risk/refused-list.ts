// The operator's list of addresses to which nothing may be sent, such as those that a law names. Empty unless one is supplied.

import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network } from '../networks/network.ts'

export interface RefusedList {
  readonly size: number
  /** `address` in its canonical spelling. */
  has(network: Network, address: string): boolean
}

/** Lines that are no address anywhere: a mistyped one would protect nobody. */
export class RefusedListError extends Error {
  readonly lines: readonly number[]

  constructor(lines: readonly number[]) {
    super(`not an address of any network: line ${lines.join(', ')}`)
    this.name = 'RefusedListError'
    this.lines = lines
  }
}

/** An address a line; what follows a `#` is a remark. It holds on every network whose address it can be. Throws RefusedListError. */
export function readRefusedList({ all }: NetworkCatalogue, text: string): RefusedList {
  const refused = new Set<string>()
  const unread: number[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const written = line.replace(/#.*/, '').trim()
    if (written === '') continue
    const accounts = all.flatMap((network) => {
      const check = network.checkAddress(written)
      return check.ok ? [accountOf(network, check.address)] : []
    })
    if (accounts.length === 0) unread.push(index + 1)
    for (const account of accounts) refused.add(account)
  }
  if (unread.length > 0) throw new RefusedListError(unread)
  return { size: refused.size, has: (network, address) => refused.has(accountOf(network, address)) }
}

function accountOf(network: Network, address: string): string {
  return network.accountOf?.(address) ?? address
}
