import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { AuditEntry, AuditFacts } from '../audit/audit-log.ts'
import { listAudit } from '../audit/list-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { escapeText } from '../contract/plain-text.ts'
import { parseTime } from '../contract/time.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { withStorage } from './with-storage.ts'

const text = { type: 'string' } as const
const json = { type: 'boolean', default: false } as const
const filters = { action: text, target: text, actor: text, since: text } as const
const filterUsage = `       --action  an action or its first word, for example client.revoke or client
       --target  the id of what was changed
       --actor   who did it
       --since   a time with its zone, such as 2026-11-20T14:02:00Z`
const pageSize = 500

export const listAuditCommand: Command = {
  name: 'audit list',
  summary: 'Lists what operators have done, newest first: who, from where, what, before and after.',
  usage: `transfer-link audit list [--action <action>] [--target <id>] [--actor <name>] [--since <time>] [--limit <number>] [--json]
${filterUsage}
       --limit   the number of entries (50)
       --json    one JSON object per line, with the hashes`,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { ...filters, limit: text, json } })
    const limit = readLimit(values.limit)
    const filter = readFilter(values)
    await withStorage(terminal, async ({ query }) => {
      const entries = await listAudit(query, { ...filter, limit })
      for (const entry of entries)
        for (const line of values.json ? [JSON.stringify(entry)] : linesOf(entry)) terminal.line(line)
      if (entries.length === 0 && !values.json) terminal.line('There are no entries.')
    })
  },
}

export const exportAuditCommand: Command = {
  name: 'audit export',
  summary: 'Writes the audit log to a file, one JSON object per line, with the hashes.',
  usage: `transfer-link audit export --to <file> [--action <action>] [--target <id>] [--actor <name>] [--since <time>]
       The newest entry comes first. The file must not exist.
${filterUsage}`,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { ...filters, to: text } })
    const { to } = values
    if (to === undefined || to === '') throw new UsageError('--to is required: the file.')
    const filter = readFilter(values)
    await withStorage(terminal, async ({ query }) => {
      const file = newFile(to)
      let [count, before] = [0, undefined as number | undefined]
      for (;;) {
        const entries = await listAudit(query, { ...filter, before, limit: pageSize })
        // All of it, also where one write takes only a part.
        writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
        count += entries.length
        before = entries.at(-1)?.n
        if (entries.length < pageSize) break
        terminal.progress(`${count} entries`)
      }
      fsyncSync(file)
      closeSync(file)
      terminal.progress('')
      terminal.line(`${count} ${count === 1 ? 'entry' : 'entries'} in ${escapeText(to)}`)
    })
  },
}

export const verifyAuditCommand: Command = {
  name: 'audit verify',
  summary: 'Verifies that no entry of the audit log was changed, added in between or removed.',
  usage: `transfer-link audit verify [--last <number>:<hash>] [--json]
       The chain cannot show that its newest entries are missing. The command prints the last entry: note it in another place,
       and pass it as --last the next time.
       The exit code is 1 if the log is not intact.`,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { last: text, json } })
    const expected = values.last === undefined ? null : readLast(values.last)
    await withStorage(terminal, async ({ query }) => {
      const { entries, lastHash, broken } = await verifyAudit(query, expected)
      const last = entries === 0 ? null : `${entries}:${lastHash}`
      if (values.json) terminal.line(JSON.stringify({ entries, last, broken }))
      if (broken !== null) throw new CommandFailure(brokenAuditText(broken))
      if (values.json) return
      terminal.line(entries === 1 ? '1 entry is intact.' : `${entries} entries are intact.`)
      if (last !== null) terminal.line(`The last one, to be noted in another place: ${last}`)
    })
  },
}

export function brokenAuditText(n: number): string {
  return `The audit log is not intact: entry ${n} was changed or removed, or one was added before it.`
}

function readFilter({ action, target, actor, since }: { [name in keyof typeof filters]?: string }) {
  if (action !== undefined && !/^[a-z]+(\.[a-zA-Z]+)?$/.test(action))
    throw new UsageError('--action must be an action such as client.revoke, or its first word.')
  const time = since === undefined ? undefined : parseTime(since)
  if (time === null) throw new UsageError('--since must be a time with its zone, such as 2026-11-20T14:02:00Z.')
  return { action, target, actor, since: time }
}

function readLimit(word = '50'): number {
  if (!/^[1-9]\d{0,5}$/.test(word)) throw new UsageError('--limit must be a number from 1 to 999999.')
  return Number(word)
}

function readLast(word: string): { n: number; hash: string } {
  const [, n = '', hash = ''] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(word) ?? []
  if (n === '') throw new UsageError('--last must be a number and a hash, as "audit verify" prints them.')
  return { n: Number(n), hash }
}

function linesOf({ n, at, actor, action, target, before, after, reason }: AuditEntry): string[] {
  return [
    `${n}  ${at.toISOString()}  ${action}  ${escapeText(target)}`,
    `  by      ${escapeText(actor.name)} on ${escapeText(actor.origin)}`,
    ...(before === null ? [] : [`  before  ${describe(before)}`]),
    ...(after === null ? [] : [`  after   ${describe(after)}`]),
    ...(reason === undefined ? [] : [`  reason  ${escapeText(reason)}`]),
  ]
}

function describe(facts: AuditFacts): string {
  return escapeText(
    Object.entries(facts)
      .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`)
      .join('  '),
  )
}

/** Throws a CommandFailure if it cannot be created. */
function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    const problem = isThere ? 'exists already' : `cannot be created: ${error instanceof Error ? error.message : error}`
    throw new CommandFailure(`${escapeText(path)} ${problem}. Name a new file.`)
  }
}
