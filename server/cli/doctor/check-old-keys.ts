// Whether a master key that no longer seals can be removed.

import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { escapeText } from '../../contract/plain-text.ts'
import { type KeyUsage, readKeyUsage } from '../../keys/key-usage.ts'
import { sealedColumns } from '../../keys/sealed-columns.ts'
import { runningServers } from '../../keys/server-keys.ts'
import { storedKeyRing } from '../../secrets/key-ring.ts'
import type { Database } from '../../storage/storage.ts'
import { type CheckResult, note, passed } from './check-result.ts'

/** Sign-ins in progress keep their key. */
function isSealedAgain({ table, column }: KeyUsage): boolean {
  return Object.values(sealedColumns)
    .flat()
    .some((each) => each.table === table && each.column === column && each.isResealed)
}

function rowsText(rows: number): string {
  return rows === 1 ? '1 row is' : `${rows} rows are`
}

export async function checkOldKeys(
  { masterKeys, dataFolder }: Config,
  { query }: Pick<Database, 'query'>,
): Promise<CheckResult[]> {
  const keys = masterKeys ?? storedKeyRing(join(dataFolder, 'keys'))
  const oldIds = keys?.ids.slice(1) ?? []
  if (oldIds.length === 0) return []
  const usage = await readKeyUsage(query)
  const servers = await runningServers(query, new Date())
  return oldIds.map((id) => {
    const ofKey = usage.filter(({ keyId }) => keyId === id)
    const count = (isResealed: boolean) =>
      ofKey.filter((each) => isSealedAgain(each) === isResealed).reduce((sum, each) => sum + each.rows, 0)
    const [rows, inProgress] = [count(true), count(false)]
    if (rows > 0) return note(`${rowsText(rows)} sealed with the old master key ${id}.`, 'transfer-link keys reseal')
    if (inProgress > 0)
      return note(
        `Sign-ins in progress are sealed with the old master key ${id}: ${inProgress}.`,
        'They end within ten minutes. Run this again then.',
      )
    const sealing = servers.filter(({ keyIds: [first] }) => first === id)
    if (sealing.length > 0)
      return note(
        `Servers seal with the old master key ${id}: ${sealing.map(({ host }) => escapeText(host)).join(', ')}.`,
        'Put the new key first in their MASTER_KEYS, and restart them.',
      )
    return passed(
      `No row is sealed with the old master key ${id}. Sign-ins in progress may still need it: wait until ten minutes after the last server was restarted with the new key first. Then remove the old one from MASTER_KEYS. Keep the key itself as long as you keep a backup whose rows it sealed.`,
    )
  })
}
