// Resolves the name of a receiver, and refuses it if any of its addresses is not allowed. The connection is made to the addresses
// that were checked: a name cannot resolve to a public address for the check and to an internal one for the connection.

import type { LookupFunction } from 'node:net'
import type { Resolve } from './name-resolver.ts'

/** For the option `lookup` of node:http and node:https, which do not call it for an address in the URL. */
export function checkedLookup(resolve: Resolve, mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    const checked = async () => {
      const addresses = await resolve(hostname)
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => mayReach(address)))
        throw new Error('the name of the receiver has an address that webhooks may not reach')
      return { first, addresses }
    }
    checked().then(
      ({ first, addresses }) => (all ? callback(null, addresses) : callback(null, first.address, first.family)),
      (error: Error) => callback(error, all ? [] : ''),
    )
  }
}
