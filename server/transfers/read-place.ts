// A destination of the allow-list, as an operator writes it: <network>:<address>[:<tag>]. It covers every asset on its network.

import { escapeText } from '../contract/plain-text.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network } from '../networks/network.ts'
import { type Place, placeAt } from './allowed-destinations.ts'

export const placeForm = '<network>:<address>[:<tag>]'

export class UnfitPlace extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnfitPlace'
  }
}

/** Throws UnfitPlace: a mistyped address would allow nothing. */
export function readPlace(networks: NetworkCatalogue, text: string): Place & { shownAddress: string } {
  const [word = '', address, ...rest] = text.split(':')
  const addressTag = rest.join(':')
  if (address === undefined) throw new UnfitPlace(`${escapeText(text)} must be ${placeForm}.`)
  const network = networks.byKey(word.toLowerCase()) ?? networks.byId(word)
  if (network === undefined) {
    const known = networks.all.map(({ key }) => key).join(', ')
    throw new UnfitPlace(`This server has no network ${escapeText(word)}. It has: ${known}.`)
  }
  if (network.tokens.some(({ symbol }) => symbol.toLowerCase() === address.toLowerCase()))
    throw new UnfitPlace(
      `A destination covers every asset on ${network.name}, so it has no symbol. Leave out ${address}.`,
    )
  const check = network.checkAddress(address)
  if (!check.ok) {
    const problem = check.problem === 'invalidAddress' ? 'is no address' : 'has a wrong checksum as an address'
    throw new UnfitPlace(`${escapeText(address)} ${problem} on ${network.name}. Check its spelling.`)
  }
  refuseUnfitTag(network, { address, addressTag })
  return { ...placeAt(network, { address: check.address, addressTag }), shownAddress: check.address }
}

function refuseUnfitTag(
  { key, name, tag }: Network,
  { address, addressTag }: Pick<Place, 'address' | 'addressTag'>,
): void {
  if (addressTag === '' && tag.use === 'required')
    throw new UnfitPlace(`A destination on ${name} needs its tag: ${key}:${address}:<tag>.`)
  if (addressTag !== '' && !tag.isTag(addressTag))
    throw new UnfitPlace(`${escapeText(addressTag)} is no destination tag on ${name}. Check it, or leave it out.`)
}
