// TON addresses: the user-friendly form (flags, workchain, 32 bytes, CRC-16 in base64), and the raw one (`0:` and 64 digits),
// which has no checksum. The raw form is returned in the form that wallets accept: user-friendly and non-bounceable.

import { base64urlnopad, hex } from '@scure/base'
import { crc16 } from './crc16.ts'
import type { AddressCheck } from './network.ts'

const bounceable = 0x11
const nonBounceable = 0x51

export function checkTonAddress(address: string): AddressCheck {
  if (/^(0|-1):[0-9a-fA-F]{64}$/.test(address)) return { ok: true, address: friendlyForm(address) }
  if (!/^([A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/.test(address)) return { ok: false, problem: 'invalidAddress' }
  const canonical = address.replaceAll('+', '-').replaceAll('/', '_')
  const bytes = base64urlnopad.decode(canonical)
  const [flags = 0, workchain = 0] = bytes
  // A flag of 0x80 marks an address of the test network.
  const isOfMainnet = (flags === bounceable || flags === nonBounceable) && (workchain === 0 || workchain === 0xff)
  if (!isOfMainnet) return { ok: false, problem: 'invalidAddress' }
  const isRight = crc16(bytes.subarray(0, 34)) === ((bytes[34] ?? 0) << 8) + (bytes[35] ?? 0)
  return isRight ? { ok: true, address: canonical } : { ok: false, problem: 'addressChecksumFailed' }
}

function friendlyForm(raw: string): string {
  const workchain = raw.startsWith('0') ? 0 : 0xff
  const body = Uint8Array.of(nonBounceable, workchain, ...hex.decode(raw.slice(-64)))
  const crc = crc16(body)
  return base64urlnopad.encode(Uint8Array.of(...body, crc >> 8, crc & 0xff))
}

/** The part that all spellings of an account share: workchain and account, without flags and checksum. */
export function tonAccountOf(address: string): string {
  return hex.encode(base64urlnopad.decode(address).subarray(1, 34))
}
