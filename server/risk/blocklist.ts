// The list of addresses that the operator has blocked, for example because of sanctions. It is empty unless the operator supplies one.

import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network } from '../networks/network.ts'

export interface Blocklist {
  readonly size: number
  /** `address` in its canonical spelling. */
  has(network: Network, address: string): boolean
}

/** Some lines are not an address of any network. Refuse the whole list: a mistyped address would block nothing. */
export class BlocklistError extends Error {
  readonly lines: readonly number[]

  constructor(lines: readonly number[]) {
    super(`not an address of any network: line ${lines.join(', ')}`)
    this.name = 'BlocklistError'
    this.lines = lines
  }
}

/** One address per line; `#` starts a comment. An address is blocked on every network on which it is valid. Throws BlocklistError. */
export function readBlocklist({ all }: NetworkCatalogue, text: string): Blocklist {
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
  if (unread.length > 0) throw new BlocklistError(unread)
  return { size: refused.size, has: (network, address) => refused.has(accountOf(network, address)) }
}

function accountOf(network: Network, address: string): string {
  return network.accountOf?.(address) ?? address
}
