import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { escapeText } from '../contract/plain-text.ts'
import { type KeyUsage, readKeyUsage } from '../keys/key-usage.ts'
import { type Resealed, reseal } from '../keys/reseal.ts'
import { runningServers, type ServerKeys } from '../keys/server-keys.ts'
import { storedKeyRing } from '../secrets/key-ring.ts'
import { recordAction } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal } from './command.ts'
import { sealerOf } from './sealer-of.ts'
import { withStorage } from './with-storage.ts'

export const listKeysCommand: Command = {
  name: 'keys list',
  summary: 'Lists the master keys, and how many rows each of them sealed.',
  usage: `transfer-link keys list [--json]
       It reads every row that holds sealed text, and shows no key: ids and numbers only.`,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
    const ids = keyIds(terminal)
    await withStorage(terminal, async ({ query }) => {
      const usage = await readKeyUsage(query)
      if (values.json) return terminal.line(JSON.stringify({ keys: ids, usage }))
      const unknown = new Set(usage.map(({ keyId }) => keyId).filter((id) => !ids.includes(id)))
      for (const id of [...ids, ...unknown]) printKey(terminal, { id, ids, usage })
    })
  },
}

function printKey(terminal: Terminal, { id, ids, usage }: { id: string; ids: readonly string[]; usage: KeyUsage[] }) {
  const role = ids[0] === id ? 'seals new rows' : ids.includes(id) ? 'only opens' : 'missing in MASTER_KEYS'
  terminal.line(`Key ${escapeText(id)} (${role})`)
  const rows = usage.filter(({ keyId }) => keyId === id)
  for (const each of rows) terminal.line(`  ${String(each.rows).padStart(9)}  ${each.table}.${each.column}`)
  if (rows.length === 0) terminal.line('  no rows')
}

export const resealCommand: Command = {
  name: 'keys reseal',
  summary: 'Seals everything again with the first master key, so that older keys can be removed.',
  usage: `transfer-link keys reseal [--force] [--json]
       Run it with the MASTER_KEYS of the servers, after every server was started with the new key first. It works beside
       running servers and in small batches. If it is interrupted, run it again: it continues with the rows that are left.
       Sign-ins in progress keep their key. They end within ten minutes. "transfer-link doctor" then reports whether the
       old key can be removed. The exit code is 1 if a row could not be opened.
       It changes nothing while a server runs that does not have the first key, because that server could not open the rows.
       --force  seals nevertheless
       --json   the result as one JSON object on stdout`,
  ifUnconfirmed: 'Run the command again: it continues with the rows that are left.',
  async run(args, terminal) {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ args, options: { force: flag, json: flag } })
    const ids = keyIds(terminal)
    const [currentKeyId = ''] = ids
    const sealer = sealerOf(readConfig(terminal.environment))
    await withStorage(terminal, async (database) => {
      const deps = { database, now: () => new Date() }
      if (!values.force) {
        const servers = await runningServers(database.query, deps.now())
        refuseWithoutKey(servers, currentKeyId)
        refuseOtherKey(servers, ids)
      }
      await recordAction(terminal, deps, { action: 'keys.reseal', target: currentKeyId })
      const result = await reseal({ database, sealer, currentKeyId }, (rows) => terminal.progress(`${rows} rows`))
      terminal.progress('')
      if (values.json) terminal.line(JSON.stringify({ currentKey: currentKeyId, ...result }))
      else terminal.line(resealedText(result.rows, currentKeyId))
      if (result.unreadable.length > 0) throw new CommandFailure(unreadableText(result))
      if (!result.isComplete) throw new CommandFailure(incomplete)
    })
  },
}

function refuseWithoutKey(servers: readonly ServerKeys[], keyId: string): void {
  const without = servers.filter(({ keyIds }) => !keyIds.includes(keyId))
  if (without.length === 0) return
  const lines = without.map(
    ({ host, keyIds, reportedAt }) =>
      `  ${escapeText(host)} has ${keyIds.map(escapeText).join(', ')} (at ${reportedAt.toISOString()})`,
  )
  throw new CommandFailure(
    [
      `Nothing was changed. These servers do not have the key ${escapeText(keyId)}, and could not open the rows:`,
      ...lines,
      'Add the key to their MASTER_KEYS and restart them. A server that was killed is listed for two minutes.',
    ].join('\n'),
  )
}

/** The command runs with the keys from before a rotation. */
function refuseOtherKey(servers: readonly ServerKeys[], ids: readonly string[]): void {
  const other = servers.map(({ keyIds: [current = ''] }) => current).find((current) => !ids.includes(current))
  if (other === undefined) return
  throw new CommandFailure(
    `Nothing was changed. Servers seal with the key ${escapeText(other)}, which this command does not have. Run it with their MASTER_KEYS.`,
  )
}

const incomplete =
  'Servers continued to seal rows with another key. Start every server with this key first, then run the command again.'

function resealedText(rows: number, keyId: string): string {
  if (rows === 0) return `Nothing to do: the key ${keyId} has sealed every row.`
  return `${rows} ${rows === 1 ? 'row was' : 'rows were'} sealed again with the key ${keyId}.`
}

function unreadableText({ unreadable }: Resealed): string {
  const lines = unreadable.map(
    ({ table, column, keyId, rows }) => `  ${rows} of ${table}.${column}, sealed with the key ${escapeText(keyId)}`,
  )
  return ['These rows do not open with MASTER_KEYS and were left unchanged:', ...lines].join('\n')
}

/** The first is the current one. */
function keyIds(terminal: Terminal): readonly string[] {
  const { masterKeys, dataFolder } = readConfig(terminal.environment)
  const keys = masterKeys ?? storedKeyRing(join(dataFolder, 'keys'))
  if (keys === null)
    throw new CommandFailure('The master key is missing. Set MASTER_KEYS or DATA_DIR to the server’s value.')
  return keys.ids
}
