// The console's first pages with many transfers stored, beside few: over its HTTP app, with a session, on the embedded storage.
import { sql } from 'kysely'
import { consoleOfEngine } from '../support/console-of-engine.ts'
import { startEngine } from '../support/engine.ts'
import { quantile } from './sample.ts'
import { embedded, type OpenedStorage } from './storages.ts'

export interface PageFigure {
  page: string
  smallMs: number
  largeMs: number
  ratio: number
}

/** Requests of each page. Of their times, the one that a quarter do not exceed counts: other work of the machine shows least in it. */
const rounds = 100

export async function benchConsole(small: number, large: number): Promise<PageFigure[]> {
  const few = await openFilled(small)
  const many = await openFilled(large)
  try {
    const figures: PageFigure[] = []
    const [ofFew, ofMany] = [pagesOf(few.clientId), pagesOf(many.clientId)]
    for (const page of Object.keys(ofFew)) {
      // In turn, so that both are measured on a machine as busy.
      const times = { small: [] as number[], large: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        times.small.push(await few.read(ofFew[page] ?? ''))
        times.large.push(await many.read(ofMany[page] ?? ''))
      }
      const [smallMs, largeMs] = [quarterOf(times.small), quarterOf(times.large)]
      figures.push({ page, smallMs, largeMs, ratio: largeMs / smallMs })
    }
    return figures
  } finally {
    await few.close()
    await many.close()
  }
}

function quarterOf(times: readonly number[]): number {
  return quantile(
    times.toSorted((one, other) => one - other),
    0.25,
  )
}

async function openFilled(count: number) {
  const opened = await embedded.open()
  const engine = await startEngine(opened.database)
  const preview = await engine.preview()
  await engine.execute(preview)
  await fillTransfers(opened, (await engine.transferOf(preview)).id, count)
  const { request, signedIn } = consoleOfEngine(engine)
  const session = await signedIn('viewer')
  return {
    clientId: engine.clientId,
    async read(path: string): Promise<number> {
      const started = performance.now()
      const { status, body } = await request('GET', path, { session })
      const ms = performance.now() - started
      if (status !== 200 || (body.rows !== undefined && body.rows.length === 0 && path.includes('?')))
        throw new Error(`${path} returned ${status}: ${JSON.stringify(body).slice(0, 200)}`)
      return ms
    },
    async close() {
      await engine.close()
      await opened.remove()
    },
  }
}

const number = 77
const idOf = (n: number) => n.toString(16).padStart(12, '0')

/** The first rows are the same in both databases. */
const pagesOf = (clientId: string): Record<string, string> => ({
  'newest transfers': '/api/transfers',
  'one client': `/api/transfers?client=${clientId}`,
  'the exchange of most': '/api/transfers?exchange=scripted',
  succeeded: '/api/transfers?status=Succeeded',
  failed: '/api/transfers?status=Failed',
  pending: '/api/transfers?status=Pending',
  'not shown by the API': '/api/transfers?status=Hidden',
  'one state': '/api/transfers?state=Unknown',
  'one exchange': '/api/transfers?exchange=other',
  'an exchange, pending': '/api/transfers?exchange=scripted&status=Pending',
  'a rare state': '/api/transfers?state=Returned',
  'an exchange, a rare state': '/api/transfers?exchange=scripted&state=Returned',
  'an exchange, failed': '/api/transfers?exchange=scripted&status=Failed',
  'a range of time': '/api/transfers?until=2026-11-20T06:00:00Z',
  'a transfer by its id': `/api/transfers?search=00000000-0000-4000-8000-${idOf(number)}`,
  'by its preview': `/api/transfers?search=00000000-0000-4000-9000-${idOf(number)}`,
  'by its hash': `/api/transfers?search=0x${idOf(number)}`,
  'by the order of the app': `/api/transfers?search=order-${number}`,
  'by the withdrawal': `/api/transfers?search=w-${number}`,
  'by an address of one': `/api/transfers?search=address-${number}`,
  'by the address of half of all': '/api/transfers?search=shared',
  'by the address of a wallet': '/api/transfers?search=wallet-75',
  'by a user': '/api/transfers?search=user-7',
  'the page of a transfer': `/api/transfers/00000000-0000-4000-8000-${idOf(number)}`,
  attention: '/api/attention',
})

/** Copies of a transfer, each a minute older than the one before. Every user has 20. The newest 50 or fewer are pending, and two were returned. */
async function fillTransfers(opened: OpenedStorage, modelId: string, count: number): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'index' and tbl_name = 'transfer' and sql is not null`.execute(opened.database.query)
  // Building the indexes afterwards takes a fraction of the time.
  await opened.runAll(indexes.map(({ name }) => `drop index ${name}`))
  for (let from = 1; from <= count; from += rowsAtOnce) {
    await opened.runAll([insertOf(modelId, { from, to: Math.min(count, from + rowsAtOnce - 1), users: count / 20 })])
  }
  await opened.runAll(indexes.map((index) => index.sql))
  await opened.analyze()
  const { stored } = await opened.database.query
    .selectFrom('transfer')
    .select(({ fn }) => fn.countAll<number>().as('stored'))
    .executeTakeFirstOrThrow()
  if (stored !== count + 1) throw new Error(`${stored} transfers are stored`)
}

const rowsAtOnce = 50_000

function insertOf(modelId: string, { from, to, users }: { from: number; to: number; users: number }): string {
  return `insert into transfer (id, preview_id, client_id, account_id, user_id, transaction_id, exchange_type, terms, state, status,
      withdrawal_id, hash, confirmations, from_address, to_address, attention, created_at, updated_at, next_poll_at, last_event)
    with recursive series(i) as (select ${from} union all select i + 1 from series where i < ${to})
    select printf('00000000-0000-4000-8000-%012x', i), printf('00000000-0000-4000-9000-%012x', i), client_id, account_id,
      'user-' || (i % ${users}), 'order-' || i, case i % 10 when 0 then 'other' when 5 then 'DeFiWallet' else exchange_type end, terms,
      ${byShare("case when i in (121, 321) then 'Returned' else 'Rejected' end", "'Unknown'", "'Abandoned'", "'Succeeded'")}, ${byShare("'Failed'", "'Pending'", "'Hidden'", "'Succeeded'")},
      'w-' || i, printf('0x%012x', i), 3, case when i % 10 = 5 then 'wallet-' || i else '' end, case when i % 2 = 0 then 'shared' else 'address-' || i end,
      case when i between 101 and 120 then 'every sign-in known has ended' end,
      created_at - i * 60000, created_at - i * 60000, null, 4
    from series, (select * from transfer where id = '${modelId}')`
}

function byShare(failed: string, pending: string, hidden: string, other: string): string {
  return `case when i % 20 = 1 then ${failed} when i % 20 = 2 then ${failed} when i % 20 = 3 and i <= 1000 then ${pending}
    when i % 20 = 4 then ${hidden} else ${other} end`
}
