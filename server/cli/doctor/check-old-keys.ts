// Whether a master key that no longer seals can be removed.

import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { readKeyUsage } from '../../keys/key-usage.ts'
import { storedKeyRing } from '../../secrets/key-ring.ts'
import type { Database } from '../../storage/storage.ts'
import { type CheckResult, note, passed } from './check-result.ts'

export async function checkOldKeys(
  { masterKeys, dataFolder }: Config,
  { query }: Pick<Database, 'query'>,
): Promise<CheckResult[]> {
  const keys = masterKeys ?? storedKeyRing(join(dataFolder, 'keys'))
  const oldIds = keys?.ids.slice(1) ?? []
  if (oldIds.length === 0) return []
  const usage = await readKeyUsage(query)
  return oldIds.map((id) => {
    const rows = usage.filter(({ keyId }) => keyId === id).reduce((sum, each) => sum + each.rows, 0)
    if (rows > 0) return note(`${rows} rows are sealed with the old master key ${id}.`, 'npx transfer-link keys reseal')
    return passed(
      `No row is sealed with the old master key ${id}. Once every server has the new key first, remove the old one from MASTER_KEYS. Keep it for as long as a backup that it sealed.`,
    )
  })
}
