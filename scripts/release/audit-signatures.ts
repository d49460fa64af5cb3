// Verifies the registry's signatures of the installed packages, with `npm audit signatures`.

import { runCommand } from '../command.ts'

const limitMs = 600_000

interface Report {
  invalid?: { name: string; version: string }[]
  missing?: { name: string; version: string }[]
  error?: { code?: string; summary?: string }
}

/** Returns a sentence for the log. Throws if a signature is invalid, or missing in a registry that signs. */
export async function auditSignatures(): Promise<string> {
  const words = ['audit', 'signatures', '--json', '--loglevel', 'silent']
  const { code, output } = await runCommand('npm', words, { quiet: true, timeoutMs: limitMs })
  return signatureResult(code, output)
}

/** npm reads the keys from the transparency log of Sigstore, and then from the registry. */
export function signatureResult(code: number, output: string): string {
  const { invalid = [], missing = [], error } = reportIn(output)
  const named = (packages: typeof invalid) => packages.map(({ name, version }) => `${name} ${version}`).join(', ')
  if (invalid.length > 0) throw new Error(`The registry's signature is invalid of ${named(invalid)}.`)
  if (missing.length > 0) throw new Error(`The registry has keys, but no signature of ${named(missing)}.`)
  if (code === 0 && error === undefined) return 'The signatures of all installed packages are valid.'
  if (error?.summary?.includes('installed from a supported registry'))
    return 'Signatures were not verified: the registry has no keys.'
  if (/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(error?.code ?? ''))
    return `Signatures were not verified: the keys cannot be fetched (${error?.code}).`
  throw new Error(`npm audit signatures failed: ${error?.summary ?? output.slice(0, 500)}`)
}

function reportIn(output: string): Report {
  try {
    return JSON.parse(output) as Report
  } catch {
    return {}
  }
}
