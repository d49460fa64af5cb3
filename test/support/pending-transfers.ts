// Transfers that the scripted exchange has accepted and that are due, for tests of what is polled.
import type { Engine } from './engine.ts'

/** Returns their ids, in the order of their next polls. */
export async function acceptedTransfers(engine: Engine, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const preview = await engine.preview(String(20 + n))
    await engine.execute(preview)
    ids.push((await engine.transferOf(preview)).id)
  }
  return ids
}

/** Gives each transfer a separate sign-in and account. By default, all sign-ins have the credentials of one key. */
export async function onSeparateAccounts(
  { deps }: Engine,
  ids: readonly string[],
  accessToken: (n: number) => string = () => 'shared',
): Promise<void> {
  const { query } = deps.database
  const signIn = await query.selectFrom('sign_in').selectAll().executeTakeFirstOrThrow()
  const account = await query.selectFrom('account').selectAll().executeTakeFirstOrThrow()
  for (const [n, id] of ids.entries()) {
    const signInId = `sign-in-${n}`
    const credentials = { accessToken: accessToken(n) }
    const sealed = deps.sealer.seal('exchange credentials', [signIn.client_id, signInId], credentials)
    await query
      .insertInto('sign_in')
      .values({ ...signIn, id: signInId, sealed_credentials: sealed })
      .execute()
    const own = { ...account, id: `account-${n}`, sign_in_id: signInId, external_id: `external-${n}` }
    await query.insertInto('account').values(own).execute()
    await query.updateTable('transfer').set({ account_id: own.id }).where('id', '=', id).execute()
  }
}

export async function dueTransfers({ deps }: Engine): Promise<string[]> {
  const due = deps.database.query.selectFrom('transfer').select('id')
  return (await due.where('next_poll_at', '<=', deps.now().getTime()).execute()).map(({ id }) => id)
}

/** In the order of `ids`. */
export async function withdrawalIdsOf({ deps }: Engine, ids: readonly string[]): Promise<string[]> {
  const stored = deps.database.query.selectFrom('transfer').select(['id', 'withdrawal_id']).where('id', 'in', ids)
  const byId = new Map((await stored.execute()).map(({ id, withdrawal_id }) => [id, withdrawal_id]))
  return ids.map((id) => byId.get(id) ?? '')
}

/** Polls that can end without waiting have ended. */
export async function quickPolls(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
}
