// What an operator records whose node has shown the payment.
import type { Resolution } from '../../server/transfers/resolution.ts'

export function succeededBy(hash: string): Resolution {
  const canonical = hash.startsWith('0x') ? hash.toLowerCase() : hash
  const report = { hash: canonical, node: 'responded', paysRecipient: true, differences: [], text: 'It pays.' } as const
  return { kind: 'succeeded', hash, report, despite: [] }
}
