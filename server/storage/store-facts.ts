// The one row of facts about the store. It is missing until a server has opened the store.

import type { Updateable } from 'kysely'
import type { Query } from './storage.ts'
import type { Tables } from './tables.ts'

type Facts = Pick<
  Updateable<Tables['store']>,
  'backup_at' | 'restored_to' | 'restored_at' | 'restore_findings' | 'moved_at'
>

export async function setStoreFacts(query: Query, facts: Facts): Promise<void> {
  const first = { id: 1, environment: null, writes: 0, ...facts }
  const insert = query.insertInto('store').values(first)
  await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(facts)).execute()
}
