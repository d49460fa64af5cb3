// Whether the master keys open the credentials in the database: a few for each key that sealed any, found by an index, so that
// the server can check at each start.

import { type KeyRing, restoreKeys } from '../secrets/key-ring.ts'
import { sealer } from '../secrets/seal.ts'
import { sealingKeyId } from '../storage/dialect.ts'
import type { Query } from '../storage/storage.ts'
import { credentialsPurpose } from './accounts.ts'

/** More than one, because a single damaged row proves nothing about its key. */
const samples = 5

/** The master keys are not those that sealed the credentials in the database. */
export class SealsDoNotOpen extends Error {
  constructor(problems: readonly string[]) {
    super(`${problems.join('\n')}\n${restoreKeys}`)
    this.name = 'SealsDoNotOpen'
  }
}

/** Returns a sentence for each key that does not open its rows, or null if nothing is sealed. `keys` null: there is no key. */
export async function sealProblems(query: Query, keys: KeyRing | null, environment: string): Promise<string[] | null> {
  const ids = await sealingKeyIds(query)
  if (ids.length === 0) return null
  if (keys === null) return ['The master key is gone, and with it the access to every connected account.']
  const problems: string[] = []
  for (const id of ids) {
    if (keys.byId(id) === undefined) {
      problems.push(
        `Credentials in the database are sealed with the master key ${id}, which is missing in MASTER_KEYS.`,
      )
    } else if (!(await opensAny(query, { keys, environment, keyId: id }))) {
      problems.push(
        `The master key ${id} does not open what was sealed with the key ${id}: it is another one, or of another environment.`,
      )
    }
  }
  return problems
}

/** Takes one index step for each key, independent of the number of its rows. */
async function sealingKeyIds(query: Query): Promise<string[]> {
  const keyId = sealingKeyId(query)
  const ids: string[] = []
  for (;;) {
    const select = query.selectFrom('sign_in').where('sealed_credentials', '<>', '')
    const rest = ids.length === 0 ? select : select.where(keyId, '>', ids.at(-1) ?? '')
    const row = await rest.select(({ fn }) => fn.min<string | null>(keyId).as('id')).executeTakeFirstOrThrow()
    if (row.id === null) return ids
    ids.push(row.id)
  }
}

async function opensAny(
  query: Query,
  { keys, environment, keyId }: { keys: KeyRing; environment: string; keyId: string },
): Promise<boolean> {
  const { open } = sealer(keys, environment)
  const rows = await query
    .selectFrom('sign_in')
    .select(['id', 'client_id', 'sealed_credentials'])
    .where('sealed_credentials', '<>', '')
    .where(sealingKeyId(query), '=', keyId)
    .limit(samples)
    .execute()
  // No row is left if the last one was erased in the meantime.
  if (rows.length === 0) return true
  return rows.some(({ id, client_id, sealed_credentials }) => {
    try {
      open(credentialsPurpose, [client_id, id], sealed_credentials)
      return true
    } catch {
      return false
    }
  })
}
