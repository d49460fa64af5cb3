// The table of rate limits is that of the server.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import type { LimitPolicy } from '../../../server/limits/bucket.ts'
import { productionLimits, sandboxLimits } from '../../../server/limits/limits.ts'

const secondsPerUnit: Record<string, number> = { s: 1, h: 3_600 }

test('the page about limits states every quota, in production and in the sandbox', () => {
  const page = readFileSync(join(projectRoot, 'docs/src/content/docs/api/idempotency-and-limits.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \|.*\| (\d+ in \d+ [sh]) \| (\d+ in \d+ [sh]) \|$/gm)]
  const stated = (column: number) => Object.fromEntries(rows.map((row) => [row[1], policyOf(row[column] ?? '')]))
  assert.deepEqual([stated(2), stated(3)], [productionLimits, sandboxLimits])
})

function policyOf(text: string): LimitPolicy {
  const [quota, , length, unit = ''] = text.split(' ')
  return { quota: Number(quota), windowSeconds: Number(length) * (secondsPerUnit[unit] ?? Number.NaN) }
}
