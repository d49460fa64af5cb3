// The ToAddresses of a request, each entry in its canonical spelling. Whether something may be sent there is for preview to say.

import type * as z from 'zod'
import { type Destination, sameDestination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import type { ToAddresses } from '../contract/wire/destinations.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { checkDestinationForm, networkOf } from '../risk/risk-check.ts'

const maximumEntries = 100

/** Throws the catalogue's errors on destinations, each naming its field. */
export function readDestinations(
  networks: NetworkCatalogue,
  entries: z.infer<typeof ToAddresses>,
  name = 'ToAddresses',
): Destination[] {
  if (entries === null || entries === undefined || entries.length === 0) {
    throw new ApiError('toAddressesRequired', { field: name })
  }
  if (entries.length > maximumEntries) throw new ApiError('tooManyAddresses', { field: name })
  const destinations: Destination[] = []
  for (const [index, entry] of entries.entries()) {
    const at = `${name}[${index}]`
    const network = networkOf(networks, entry.NetworkId, `${at}.NetworkId`)
    const given = {
      networkId: network.id,
      symbol: entry.Symbol,
      address: entry.Address,
      addressTag: entry.AddressTag ?? '',
    }
    const subject = { catalogue: networks, network, destination: given, allowed: null, field: `${at}.Address` }
    const destination = checkDestinationForm(subject)
    if (destinations.some((earlier) => sameDestination(earlier, destination)))
      throw new ApiError('duplicateAddress', { field: at })
    destinations.push(destination)
  }
  return destinations
}
