// The only text that a wallet may be requested to sign: the message that proves an address. Any other text could sign in somewhere,
// or allow a payment.

const shape =
  /^Transfer Link: confirm that this address is yours\.\n\nApp: [^\p{C}\p{Zl}\p{Zp}]{1,80}\nAddress: (0x[0-9a-fA-F]{40})\nPurpose: match your payment to your account\. This signature moves nothing and allows no payment\.\nCode: [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\nValid until: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u

/** Whether these are parameters of `personal_sign` for such a message, with the address that the message names. */
export function isOwnershipRequest(params: readonly unknown[]): boolean {
  const [hex, address] = params
  if (params.length !== 2 || typeof hex !== 'string' || typeof address !== 'string') return false
  if (!/^0x(?:[0-9a-f]{2}){1,2000}$/.test(hex)) return false
  const claimed = shape.exec(textOf(hex))?.[1]
  return claimed !== undefined && claimed.toLowerCase() === address.toLowerCase()
}

/** Empty if the bytes are not UTF-8. */
function textOf(hex: string): string {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return ''
  }
}
