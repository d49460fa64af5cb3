// The file of additional authorities for the API server, so that it trusts the certificate of the receiver's https URL.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ours = fileURLToPath(new URL('certificates/authority.pem', import.meta.url))

/** Adds those of NODE_EXTRA_CA_CERTS. */
export function trustedAuthorities(dataDir: string, { NODE_EXTRA_CA_CERTS: theirs }: NodeJS.ProcessEnv): string {
  if (theirs === undefined || !existsSync(theirs)) return ours
  const folder = join(dataDir, 'webhooks')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const both = join(folder, 'authorities.pem')
  writeFileSync(both, [theirs, ours].map((file) => readFileSync(file, 'utf8')).join('\n'))
  return both
}
