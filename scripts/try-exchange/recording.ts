// The recording of a run: steps, differences and redacted responses.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Credentials } from '../../server/exchanges/sign-in.ts'
import type { ReadResponse } from './reading-fetch.ts'
import { redact } from './redact.ts'
import { nameOf } from './response-profile.ts'
import type { StepResult } from './run-live-checks.ts'

export interface Run {
  name: string
  steps: readonly StepResult[]
  differences: readonly string[]
  responses: readonly ReadResponse[]
}

const minSecretLength = 6

/** Returns the file's name. Throws before writing if the text contains a part of the key. */
export function writeRecording(
  { name, steps, differences, responses }: Run,
  credentials: Credentials,
  folder: string,
): string {
  const recordedAt = new Date().toISOString()
  const recorded = responses.map(
    ({ endpoint, status, text }) =>
      `{"endpoint": ${JSON.stringify(nameOf(endpoint))}, "status": ${status}, "body": ${redact(text)}}`,
  )
  const head = JSON.stringify({ exchange: name, recordedAt, steps, differences }, null, 1)
  const text = `${head.slice(0, -2)},\n "responses": [\n${recorded.join(',\n')}\n]}\n`
  if (containsSecret(text, credentials)) throw new Error('The recording has a part of the key, and was not written.')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = `${folder}/${name}-${recordedAt.replaceAll(/[:.]/g, '-')}.json`
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

/**
 * Whether JSON text contains a credential, as it is or escaped. A shorter value, such as a site, is not a secret and may be part of
 * any text.
 */
export function containsSecret(text: string, credentials: Credentials): boolean {
  return Object.values(credentials).some(
    (value) =>
      value.length >= minSecretLength && [value, JSON.stringify(value).slice(1, -1)].some((one) => text.includes(one)),
  )
}
