// The page about flagged transfers quotes the beginnings of the reasons that the server writes.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'

test('every quoted beginning of a reason is in the code, and every reason of an exchange is quoted', () => {
  const page = readFileSync(join(projectRoot, 'docs/src/content/docs/operate/flagged-transfers.md'), 'utf8')
  const [, table = ''] = page.split('| The reason begins with |')
  const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? []
  const quoted = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  )
  assert.ok(quoted.length > 15)
  const code = sourcesOf('server/transfers') + sourcesOf('server/wallets')
  for (const beginning of quoted) assert.match(code, new RegExp(`['"\`]${beginning}`))
  const reasons = [...code.matchAll(/attentionReason:\s+(['"])(.+?)\1/g)].map(([, , reason = '']) => reason)
  assert.ok(reasons.length > 8)
  for (const reason of reasons)
    assert.ok(
      quoted.some((beginning) => reason.startsWith(beginning)),
      reason,
    )
})

function sourcesOf(folder: string): string {
  const files = readdirSync(join(projectRoot, folder)).filter((file) => file.endsWith('.ts'))
  return files.map((file) => readFileSync(join(projectRoot, folder, file), 'utf8')).join('\n')
}
