// The text that a wallet signs to prove an address. The wallet bridge accepts only this format
// (components/protocol/ownership-message.ts). The text is not a sign-in, contains one address and allows no payment.

import { plainText } from '../contract/plain-text.ts'

interface OwnershipMessage {
  app: string
  address: string
  code: string
  expiresAt: Date
}

export function ownershipMessage({ app, address, code, expiresAt }: OwnershipMessage): string {
  return [
    'Transfer Link: confirm that this address is yours.',
    '',
    `App: ${oneLine(app)}`,
    `Address: ${address}`,
    'Purpose: match your payment to your account. This signature moves nothing and allows no payment.',
    `Code: ${code}`,
    `Valid until: ${expiresAt.toISOString()}`,
  ].join('\n')
}

/** For `personal_sign`: the text in hex, and the address that signs. */
export function ownershipParams(message: string, address: string): [message: string, address: string] {
  return [`0x${Buffer.from(message).toString('hex')}`, address]
}

function oneLine(name: string): string {
  return [...plainText(name).trim()].slice(0, 80).join('') || '-'
}
