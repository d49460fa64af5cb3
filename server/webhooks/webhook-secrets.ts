// Secrets of webhook endpoints. They sign, so they are stored sealed and not as a hash. A sealed one is bound to its client and endpoint.

import type { Sealer } from '../secrets/seal.ts'

export const secretPrefix = 'whsec_'
const secretBytes = 32

export interface SecretOwner {
  clientId: string
  endpointId: string
}

/** For receivers that authenticate their callers by TLS. In PEM. */
export interface ClientCertificate {
  certificate: string
  key: string
}

/** `randomBytes` is that of node:crypto, except in tests. */
export function newWebhookSecret(randomBytes: (size: number) => Buffer): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64')
}

export function sealWebhookSecret(sealer: Sealer, { secret, ...owner }: SecretOwner & { secret: string }): string {
  return sealer.seal('webhook secret', ownerFacts(owner), { secret })
}

/** Throws if the text was changed, belongs to another endpoint, or its master key is missing. */
export function openWebhookSecret(sealer: Sealer, owner: SecretOwner, sealed: string): string {
  const { secret } = sealer.open('webhook secret', ownerFacts(owner), sealed)
  if (secret === undefined) throw new Error('the sealed text contains no webhook secret')
  return secret
}

export function sealClientCertificate(
  sealer: Sealer,
  { certificate, key, ...owner }: SecretOwner & ClientCertificate,
): string {
  return sealer.seal('webhook client certificate', ownerFacts(owner), { certificate, key })
}

/** Throws as `openWebhookSecret`. */
export function openClientCertificate(sealer: Sealer, owner: SecretOwner, sealed: string): ClientCertificate {
  const { certificate, key } = sealer.open('webhook client certificate', ownerFacts(owner), sealed)
  if (certificate === undefined || key === undefined) throw new Error('the sealed text contains no client certificate')
  return { certificate, key }
}

function ownerFacts({ clientId, endpointId }: SecretOwner): string[] {
  return [clientId, endpointId]
}
