// One execute by hand against pg.
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import {
  type HandStatement,
  handHash,
  handStatements,
  insertValues,
  type NewHandTransfer,
  reportValues,
  spendValues,
} from './hand-statements.ts'

const numbered = Object.fromEntries(
  Object.entries({ ...handStatements, signIn: `${handStatements.signIn} for share` }).map(([name, text]) => {
    let n = 0
    return [name, text.replace(/\?/g, () => `$${++n}`)]
  }),
) as Record<HandStatement, string>

type Queryable = Pick<PoolClient, 'query'>
type Value = string | number

export function executeByHandOnPostgres(pool: Pool, accountId: string, clientId: string, now: () => Date) {
  const run = async (on: Queryable, name: HandStatement, ...values: Value[]) =>
    on.query({ name, text: numbered[name], values })

  async function note(on: Queryable, transferId: string, { n, kind, at }: { n: number; kind: string; at: number }) {
    const before = n === 1 ? '' : (await run(on, 'previous', transferId, n - 1)).rows[0].hash
    const detail = handHash('{}')
    const hash = handHash(transferId, n, at, kind, detail, before)
    await run(on, 'event', transferId, n, at, kind, '{}', detail, before, hash)
  }

  async function together(work: (on: Queryable) => Promise<void>) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await work(client)
      await client.query('commit')
    } finally {
      client.release()
    }
  }

  return async (previewId: string): Promise<void> => {
    const at = now().getTime()
    const { terms } = (await run(pool, 'preview', previewId)).rows[0]
    const account: NewHandTransfer['account'] = (await run(pool, 'account', accountId, clientId)).rows[0]
    const id = randomUUID()
    const transfer = { id, previewId, terms, account, at }
    await together(async (on) => {
      if ((await run(on, 'spend', ...spendValues(transfer))).rowCount !== 1) throw new Error('spent')
      if ((await run(on, 'signIn', account.sign_in_id)).rows[0].ended_at !== null) throw new Error('signed out')
      await run(on, 'insert', ...insertValues(transfer))
      await note(on, id, { n: 1, kind: 'created', at })
      await run(on, 'attempt', id, randomUUID(), handHash(terms), at, at + 30_000)
    })
    await together(async (on) => {
      if ((await run(on, 'outcome', 'accepted', id)).rowCount !== 1) throw new Error('settled')
      if ((await run(on, 'change', `w-${id}`, at, at, id)).rowCount !== 1) throw new Error('raced')
      await note(on, id, { n: 2, kind: 'accepted', at })
      const { clientEvent, deliveries } = reportValues(transfer)
      await run(on, 'clientEvent', ...clientEvent)
      await run(on, 'deliveries', ...deliveries)
    })
  }
}
