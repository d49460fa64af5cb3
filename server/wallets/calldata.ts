// Encodes the call that a wallet signs, without a library between the terms and the bytes.

/** keccak256 of `transfer(address,uint256)`, the first four bytes. */
const transferSelector = 'a9059cbb'

/** An ERC-20 `transfer`. `to` in its canonical spelling. Throws a RangeError if an address or an amount is not valid. */
export function tokenTransferData(to: string, units: bigint): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(to)) throw new RangeError('not an address')
  if (units <= 0n || units >= 1n << 256n) throw new RangeError('not an amount')
  const address = to.slice(2).toLowerCase().padStart(64, '0')
  return `0x${transferSelector}${address}${units.toString(16).padStart(64, '0')}`
}

export function toHex(value: bigint | number): string {
  return `0x${value.toString(16)}`
}
