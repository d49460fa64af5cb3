/** The hash of a transaction on an EVM network, as `0x` and lower-case digits. Null for any other text. Exchanges leave out `0x`. */
export function evmHash(text: string): string | null {
  const digits = text.replace(/^0x/i, '')
  return /^[0-9a-f]{64}$/i.test(digits) ? `0x${digits.toLowerCase()}` : null
}
