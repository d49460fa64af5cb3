// The secrets that signatures are checked with: those of the endpoints that were registered for the receiver. They are stored for the
// next start, and never shown.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

export interface Verification {
  isGenuine: boolean
  /** A sentence. */
  text: string
}

export interface Secrets {
  count(): number
  /** Returns false if it is no secret of a webhook endpoint. */
  add(secret: string): boolean
  clear(): void
  verify(body: string, headers: Record<string, string>): Verification
}

const secretPattern = /^whsec_[A-Za-z0-9+/]{32,100}={0,2}$/

export function openSecrets(folder: string): Secrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'secrets.json')
  let secrets = readSecrets(file)
  const store = () => writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return {
    count: () => secrets.length,
    add: (secret) => {
      if (!secretPattern.test(secret)) return false
      secrets = [...new Set([...secrets, secret])]
      store()
      return true
    },
    clear: () => {
      secrets = []
      store()
    },
    verify: (body, headers) => {
      if (secrets.length === 0) return { isGenuine: false, text: 'Not checked: enter the secret first.' }
      const problems = secrets.map((secret) => problemOf(secret, body, headers))
      const isGenuine = problems.includes(null)
      return { isGenuine, text: isGenuine ? 'The signature verifies.' : `Refused: ${problems[0]}.` }
    },
  }
}

function problemOf(secret: string, body: string, headers: Record<string, string>): string | null {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false })
    return null
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message
    throw error
  }
}

function readSecrets(file: string): string[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(stored) ? stored.filter((secret) => typeof secret === 'string') : []
  } catch {
    return []
  }
}
