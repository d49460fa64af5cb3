// The certificate with which this server authenticates itself to a receiver.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { ClientCertificate } from './webhook-secrets.ts'

/** Returns why the pair cannot be used, or null. */
export function clientCertificateProblem({ certificate, key }: ClientCertificate, now: Date): string | null {
  const parsed = parsedOr(() => new X509Certificate(certificate))
  if (parsed === null) return 'The certificate cannot be read. It must be PEM.'
  const privateKey = parsedOr<KeyObject>(() => createPrivateKey(key))
  if (privateKey === null) return 'The key cannot be read. It must be PEM, without a passphrase.'
  if (!parsed.checkPrivateKey(privateKey)) return 'The key does not belong to the certificate.'
  if (parsed.validToDate <= now) return `The certificate expired on ${parsed.validToDate.toISOString()}.`
  return null
}

function parsedOr<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch {
    return null
  }
}
