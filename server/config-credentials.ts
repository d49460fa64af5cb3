// Secrets that systemd passes as files (LoadCredential), which no other process can read, unlike an environment.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** By the name of the credential: the variable that it stands for. */
export const variableOf: Record<string, string> = {
  'master-keys': 'MASTER_KEYS',
  'database-url': 'DATABASE_URL',
  'metrics-token': 'METRICS_TOKEN',
  'console-oidc-client-secret': 'CONSOLE_OIDC_CLIENT_SECRET',
}

interface Credentials {
  values: Record<string, string>
  /** Sentences about variables that are set twice. */
  problems: string[]
}

/** Reads the files of CREDENTIALS_DIRECTORY, which systemd sets. Files with other names are left alone. */
export function readCredentials(given: Record<string, string | undefined>): Credentials {
  const folder = given.CREDENTIALS_DIRECTORY
  const values: Record<string, string> = {}
  const problems: string[] = []
  if (folder === undefined) return { values, problems }
  for (const [name, variable] of Object.entries(variableOf)) {
    const file = join(folder, name)
    if (!existsSync(file)) continue
    // Two different values would leave open which one is used.
    if (given[variable] !== undefined)
      problems.push(`${variable} is set, and ${name} is a credential of systemd: use one, for example the credential.`)
    else values[variable] = readFileSync(file, 'utf8').trim()
  }
  return { values, problems }
}
