// The lists, searches and pages of transfers.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { TransferList, TransferRow, TransferView } from '../../../../server/contract/console/transfers.ts'
import { selfCustodyType } from '../../../../server/exchanges/registry.ts'
import { isPostgres } from '../../../../server/storage/dialect.ts'
import { rowsAtOnce, statementsOfFilter, type TransferFilter } from '../../../../server/transfers/filter-transfers.ts'
import { lookupsOf } from '../../../../server/transfers/search-transfers.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { insertWatch, storeDeclined, storeHint } from '../../../../server/wallets/watch-rows.ts'
import { createEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import type { TestConsole } from '../../../support/console.ts'
import { consoleOfEngine } from '../../../support/console-of-engine.ts'
import { type Engine, recipient, startEngine } from '../../../support/engine.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'

let engine: Engine
let tested: TestConsole
let session: string
/** The model of the copies. */
let first: Transfer
before(async () => {
  engine = await startEngine()
  tested = consoleOfEngine(engine)
  session = await tested.signedIn('viewer')
  const preview = await engine.preview()
  await engine.execute(preview)
  first = await engine.transferOf(preview)
})
after(() => engine.close())

const list = async (query = ''): Promise<TransferList> => {
  const { status, body } = await tested.request('GET', `/api/transfers${query}`, { session })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const search = (text: string, more = '') => list(`?search=${encodeURIComponent(text)}${more}`)
const read = async (id: string): Promise<TransferView> =>
  (await tested.request('GET', `/api/transfers/${id}`, { session })).body
const ids = ({ rows }: { rows: TransferRow[] }) => rows.map(({ id }) => id)

/** A copy of the first transfer with other columns. */
async function copy(columns: Record<string, unknown>): Promise<string> {
  const { query } = engine.deps.database
  const row = await query.selectFrom('transfer').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  const own = { id: randomUUID(), preview_id: randomUUID(), withdrawal_id: null, fingerprint: null, next_poll_at: null }
  await query
    .insertInto('transfer')
    .values({ ...row, ...own, ...columns } as typeof row)
    .execute()
  return own.id
}

/** Copies with their numbers, from 0. */
async function copyMany(count: number, columnsOf: (n: number) => Record<string, unknown>): Promise<void> {
  const { query } = engine.deps.database
  const row = await query.selectFrom('transfer').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  const own = { withdrawal_id: null, fingerprint: null, next_poll_at: null }
  const perStatement = 500
  for (let from = 0; from < count; from += perStatement) {
    const numbers = Array.from({ length: Math.min(perStatement, count - from) }, (_, n) => from + n)
    const rows = numbers.map((n) => ({ ...row, ...own, id: randomUUID(), preview_id: randomUUID(), ...columnsOf(n) }))
    await query.insertInto('transfer').values(rows).execute()
  }
}

describe('searching', () => {
  test('one transfer is found by each of its ids, its hash and its address, and its page opens', async () => {
    const facts = { preview: randomUUID(), link: randomUUID(), account: randomUUID(), event: randomUUID() }
    const hash = `0x${'12ab'.repeat(16)}`
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const id = await copy({
      ...{ preview_id: facts.preview, link_id: facts.link, transaction_id: 'order 42', withdrawal_id: 'W-77' },
      ...{ hash, to_address: address, user_id: 'user of one transfer' },
    })
    const { query } = engine.deps.database
    const event = {
      id: facts.event,
      client_id: engine.clientId,
      type: 'transfer.pending',
      at: 1,
      ordinal: 1,
      data: '{}',
    }
    await query
      .insertInto('client_event')
      .values({ ...event, subject_id: id })
      .execute()
    const texts = [id, id.toUpperCase(), facts.preview, facts.link, facts.event, 'order 42', 'W-77', hash]
    const spellings = [address, address.toLowerCase(), address.replace('E', 'e')]
    for (const text of [
      ...texts,
      hash.toUpperCase().replace('X', 'x'),
      `order\u200b 42`,
      ...spellings,
      ' user of one transfer ',
    ]) {
      const { rows, opens } = await search(text)
      assert.deepEqual([ids({ rows }), opens], [[id], `/transfers/${id}`], text)
    }
  })

  test('the address of a wallet that pays is found', async () => {
    const from = '0xde709f2102306220921060314715629080e2fb77'
    const stored = engine.deps.networks.byKey('base')?.checkAddress(from)
    const id = await copy({ exchange_type: selfCustodyType, from_address: stored?.ok ? stored.address : '' })
    assert.deepEqual(ids(await search(from)), [id])
  })

  test('an account and a user have many transfers, newest first, and no page opens', async () => {
    const many = [await copy({ user_id: 'mia', created_at: 1_000 }), await copy({ user_id: 'mia', created_at: 2_000 })]
    const found = await search('mia')
    assert.deepEqual([ids(found), found.opens], [many.toReversed(), null])
    assert.ok(ids(await search(engine.accountId)).includes(first.id))
    assert.deepEqual(ids(await search('mia', '&since=1970-01-01T00:00:02Z')), [many[1]])
  })

  test('the id of a client and of a webhook endpoint open their pages', async () => {
    assert.equal((await search(engine.clientId)).opens, `/clients/${engine.clientId}`)
    const id = randomUUID()
    const { query } = engine.deps.database
    const endpoint = { id, client_id: engine.clientId, url: 'https://shop.example/hooks', format: 'standard' } as const
    const state = { state: 'on', off_reason: null, sealed_secret: 'x', sealed_certificate: null } as const
    const counts = { failures: 0, rejected_events: 0, served_at: 0, tests_sent: '[]', created_at: 1 }
    await query
      .insertInto('webhook_endpoint')
      .values({ ...endpoint, ...state, ...counts, types: '[]', description: '' })
      .execute()
    assert.equal((await search(id)).opens, `/webhooks/${id}`)
  })

  test('nothing is found by a part of an id, a pattern or what is erased', async () => {
    for (const text of [first.id.slice(0, -1), '%', '0x', 'erased?', 'x\u0000y']) {
      const { rows, opens } = await search(text)
      assert.deepEqual([rows, opens], [[], null], text)
    }
  })
})

describe('lists', () => {
  test('pages follow each other without gap, also for transfers of one moment', async () => {
    const copies = await Promise.all(Array.from({ length: 120 }, () => copy({ user_id: 'paged', created_at: 5_000 })))
    const found: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: TransferList = await search('paged', next === '' ? '' : `&after=${next}`)
      found.push(...ids(page))
      next = page.next
    }
    assert.deepEqual(found, copies.toSorted().toReversed())
  })

  test('filters can be combined, and wrong ones are refused by their name', async () => {
    const facts = { user_id: 'filtered', created_at: 9_000, exchange_type: 'other' }
    const failed = await copy({ ...facts, state: 'Rejected', status: 'Failed' })
    const hidden = await copy({ ...facts, state: 'Abandoned', status: 'Hidden' })
    const done = await copy({ ...facts, state: 'Succeeded', status: 'Succeeded' })
    assert.deepEqual(ids(await list('?exchange=other')).sort(), [failed, hidden, done].sort())
    assert.deepEqual(ids(await list('?exchange=other&status=Failed')), [failed])
    assert.deepEqual(ids(await list(`?exchange=other&state=Abandoned&client=${engine.clientId}`)), [hidden])
    assert.deepEqual(ids(await list('?exchange=other&status=Succeeded&until=1970-01-01T00:00:09Z')), [])
    assert.deepEqual(ids(await list('?exchange=other&status=Succeeded&until=1970-01-01T00:00:10Z')), [done])
    assert.deepEqual(ids(await list(`?client=${randomUUID()}`)), [])
    for (const [name, value] of [
      ['state', 'Lost'],
      ['status', 'Lost'],
      ['since', 'yesterday'],
      ['after', 'x'],
    ] as const) {
      const { status, body } = await tested.request('GET', `/api/transfers?${name}=${value}`, { session })
      assert.deepEqual([status, body.field], [400, name], JSON.stringify(body))
    }
  })

  test('an amount is found in any notation, and only completely', async () => {
    const [one, other] = [
      await copy({ amount: '25.9', created_at: 9_100 }),
      await copy({ amount: '25.91', created_at: 9_101 }),
    ]
    assert.deepEqual(ids(await list('?amount=25.90')), [one])
    assert.deepEqual(ids(await list(`?amount=25.91&client=${engine.clientId}`)), [other])
    assert.deepEqual(ids(await list('?amount=5.9')), [])
    const { status, body } = await tested.request('GET', '/api/transfers?amount=%2425', { session })
    assert.deepEqual([status, body.field], [400, 'amount'])
  })

  test('a search for a rare combination ends early, says where, and continues there', async () => {
    const facts = { exchange_type: 'many', user_id: 'many', state: 'Rejected', status: 'Failed' }
    const wanted = await copy({ ...facts, state: 'Canceled', amount: '31.5', created_at: 10_000 })
    const oldest = await copy({ ...facts, state: 'Canceled', amount: '31.5', created_at: 9_999 })
    await copyMany(rowsAtOnce, (n) => ({ ...facts, created_at: 20_000 + n, amount: n % 100 === 0 ? '32' : '33' }))
    const query = '?exchange=many&amount=31.5'
    const page = await list(query)
    assert.deepEqual([ids(page), page.searchedTo], [[], new Date(20_000).toISOString()])
    // The client has newer transfers as well, so its filter would not reach as far.
    const ofClient = await list(`${query}&client=${engine.clientId}`)
    assert.equal(ofClient.searchedTo, page.searchedTo)
    const following = await list(`${query}&after=${page.next}`)
    assert.deepEqual([ids(following), following.searchedTo, following.next], [[wanted, oldest], null, null])
    // The state has its own index, which leads there at once.
    const byState = await list(`${query}&state=Canceled`)
    assert.deepEqual([ids(byState), byState.searchedTo, byState.next], [[wanted, oldest], null, null])
    // So does the narrower filter, wherever it is.
    const other = await copy({ ...facts, exchange_type: 'few', created_at: 9_998 })
    assert.deepEqual(ids(await list(`?exchange=few&status=Failed&client=${engine.clientId}`)), [other])
    // A full page is complete.
    const full = await list('?exchange=many&amount=32')
    assert.deepEqual([full.rows.length, full.searchedTo], [50, null])
    const last = await list(`?exchange=many&amount=32&after=${full.next}`)
    assert.deepEqual([last.rows.length, last.searchedTo, last.next], [50, null, null])
    assert.equal(new Set([...ids(full), ...ids(last)]).size, 100)
  })

  // The plans of the statements themselves, as the server compiles them.
  test('each lookup uses an index', async () => {
    const { query } = engine.deps.database
    const deps = { query, networks: engine.deps.networks, exchanges: engine.deps.exchanges }
    const page = { before: { createdAt: 9_000, id: first.id }, limit: 51 }
    const texts = [first.id, recipient, `0x${'ab'.repeat(32)}`, 'order 42']
    const client = { clientId: engine.clientId }
    const filters: TransferFilter[] = [
      ...[{}, client, { exchangeType: 'scripted' }, { from: new Date(1), to: new Date(9) }, { amount: '25' }],
      ...(['Failed', 'Pending', 'Hidden'] as const).map((status) => ({ status })),
      ...[{ state: 'Ambiguous' } as const, { ...client, exchangeType: 'scripted', state: 'Returned' } as const],
    ]
    const statements = [
      ...texts.flatMap((text) => lookupsOf(deps, { ...page, text })),
      ...filters.flatMap((filter) => statementsOfFilter(query, { ...page, ...filter })),
    ]
    for (const statement of statements) {
      const { sql: text, parameters } = statement.compile()
      const plan = await planOf(text, parameters)
      assert.ok(readsByIndex(plan), `${text}\n${plan}`)
    }
    assert.ok(!readsByIndex(await planOf('select * from transfer where confirmations = 7', [])))
  })
})

async function planOf(text: string, parameters: readonly unknown[]): Promise<string> {
  const { query } = engine.deps.database
  const parts = text.split(isPostgres(query) ? /\$\d+/ : '?')
  const statement = sql.join(
    parts.flatMap((part, n) => (n === 0 ? [sql.raw(part)] : [sql`${parameters[n - 1]}`, sql.raw(part)])),
    sql``,
  )
  if (!isPostgres(query)) {
    const { rows } = await sql<{ detail: string }>`explain query plan ${statement}`.execute(query)
    return rows.map(({ detail }) => detail).join('\n')
  }
  return query.transaction().execute(async (inside) => {
    // A table of so few rows is read whole, if that is allowed.
    await sql`set local enable_seqscan = off`.execute(inside)
    const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(inside)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

function readsByIndex(plan: string): boolean {
  if (/Seq Scan on transfer\b/.test(plan)) return false
  return plan.split('\n').every((line) => !/^SCAN transfer\b/.test(line) || /USING (COVERING )?INDEX/.test(line))
}

describe('the page of a transfer', () => {
  test('it shows the terms, the timeline as sentences, the attempts and the intact chain', async () => {
    const view = await read(first.id)
    assert.deepEqual([view.amount, view.symbol, view.network, view.to], ['25', 'USDC', 'Base', recipient])
    assert.deepEqual([view.state.name, view.user, view.client.name], ['Submitted', 'user-1', 'Shop'])
    assert.deepEqual(
      view.timeline.map(({ kind }) => kind),
      ['created', 'accepted'],
    )
    assert.match(view.money, /accepted the withdrawal/)
    assert.deepEqual([view.brokenAt, view.attempts[0]?.outcome], [null, 'Accepted by the exchange'])
    assert.ok(view.nextPollAt)
    assert.equal((await tested.request('GET', `/api/transfers/${randomUUID()}`, { session })).status, 404)
    assert.equal((await tested.request('GET', '/api/transfers/x', { session })).status, 404)
  })

  test('what the exchange requires of the user is named, and until when', async () => {
    engine.script.outcomes = [
      () => ({ kind: 'emailConfirmationRequired', sentTo: 'm…@example.com' }),
      ...engine.script.outcomes,
    ]
    const preview = await engine.preview('28')
    await engine.execute(preview)
    engine.script.outcomes.shift()
    const view = await read((await engine.transferOf(preview)).id)
    assert.deepEqual([view.state.name, view.nextPollAt], ['RequiresAction', preview.expiresAt.toISOString()])
    assert.match(view.money, /^Nothing was sent\. The exchange requires the user to confirm by e-mail first\.$/)
    assert.match(view.next, /before the preview expires, the transfer is abandoned/)
  })

  test('the deliveries of its events are shown, without what an address can contain', async () => {
    const { database, now } = engine.deps
    const endpoint = { id: randomUUID(), clientId: engine.clientId, url: 'https://shop.example/secret-path?token=1' }
    const settings = { format: 'standard', description: '', sealedSecret: 'sealed', sealedCertificate: null } as const
    await createEndpoint(database, { ...endpoint, ...settings, types: ['transfer.pending'] }, now())
    const preview = await engine.preview('29')
    await engine.execute(preview)
    const { deliveries } = await read((await engine.transferOf(preview)).id)
    assert.deepEqual(
      deliveries.map(({ endpointId, origin, type, state, tries, response }) => [
        endpointId,
        origin,
        type,
        state,
        tries,
        response,
      ]),
      [[endpoint.id, 'https://shop.example', 'transfer.pending', 'waiting', 0, null]],
    )
  })

  test('the next try of a delivery is that of its endpoint, while the receiver fails', async () => {
    const { database, now } = engine.deps
    const preview = await engine.preview('29.5')
    await engine.execute(preview)
    const { id } = await engine.transferOf(preview)
    const nextTry = async () => (await read(id)).deliveries.map(({ nextTryAt }) => nextTryAt)
    const retryAt = new Date(now().getTime() + 120_000)
    const failing = { state: 'paused', paused_until: retryAt.getTime(), failing_since: now().getTime() } as const
    await database.query.updateTable('webhook_endpoint').set(failing).execute()
    assert.deepEqual(await nextTry(), [retryAt.toISOString()])
    await database.query.updateTable('webhook_endpoint').set({ paused_until: null }).execute()
    assert.deepEqual(await nextTry(), [null])
    await database.query.updateTable('webhook_endpoint').set({ state: 'on', failing_since: null }).execute()
  })

  test('a changed event breaks the chain, as in "transfer show"', async () => {
    const preview = await engine.preview('26')
    await engine.execute(preview)
    const { id } = await engine.transferOf(preview)
    await engine.deps.database.query
      .updateTable('transfer_event')
      .set({ detail: '{"x":1}' })
      .where('transfer_id', '=', id)
      .where('n', '=', 2)
      .execute()
    assert.equal((await read(id)).brokenAt, 2)
  })

  test('a lost response is explained, and what exchanges say is bounded and visible', async () => {
    engine.script.outcomes = [loseRequest]
    const preview = await engine.preview('27')
    await engine.execute(preview)
    const { id } = await engine.transferOf(preview)
    const { query } = engine.deps.database
    const detail = JSON.stringify({ reason: `<img src=x>\u202e${'a'.repeat(9_000)}` })
    await query
      .updateTable('transfer_event')
      .set({ detail })
      .where('transfer_id', '=', id)
      .where('kind', '=', 'unknown')
      .execute()
    const view = await read(id)
    assert.equal(view.state.label, 'Outcome unknown')
    assert.match(
      view.next,
      /looks for the withdrawal.* requires 3 polls that find none, from 2026-11-20 12:00:41 UTC on\. Polls so far: 0\.$/,
    )
    const circuitOpen = consoleOfEngine(engine, { openCircuits: () => [engine.script.exchange.type] })
    const { body } = await circuitOpen.request('GET', `/api/transfers/${id}`, { session })
    assert.match(body.next, /Polls so far: 0\. Scripted Exchange does not respond at present\. Its polls fail/)
    const [[, text] = ['', '']] = view.timeline.at(-1)?.details ?? []
    assert.ok(text.startsWith('<img src=x>\\u{202e}aaa') && text.length < 600, text)
    assert.ok(JSON.stringify(view).length < 20_000)
  })

  test('the text for support has no user, no address and no account, and the raw data no lock', async () => {
    const { supportText, raw } = await read(first.id)
    for (const secret of ['user-1', recipient, first.accountId, first.clientId]) {
      assert.ok(!supportText.includes(secret), supportText)
    }
    assert.ok(supportText.includes(first.id))
    assert.match(supportText, /^State +Accepted \(Submitted\)\. .*\n.*\nFrom +Scripted Exchange$/m)
    assert.ok(!/lease|fingerprint|adapterState|sealed/.test(JSON.stringify(raw)))
  })

  test('a wallet that has not paid: the reported transaction, a declined request and the end of the search', async () => {
    const { query } = engine.deps.database
    assert.equal((await read(first.id)).wallet, null)
    const at = new Date('2026-11-01T00:00:00.000Z')
    const waits = { exchange_type: selfCustodyType, state: 'AwaitingWallet', hash: '', created_at: at.getTime() }
    const id = await copy(waits)
    await insertWatch(query, { transferId: id, nonce: 0, minedNonce: 0, firstBlock: 1 })
    const none = { reported: [], declinedAt: null, searchEndsAt: '2026-11-02T00:10:00.000Z' }
    assert.deepEqual((await read(id)).wallet, none)
    const hash = `0x${'ab'.repeat(32)}`
    await storeHint(query, id, hash)
    await storeDeclined(query, id, at)
    assert.deepEqual((await read(id)).wallet, {
      reported: [{ hash, explorerUrl: `https://explorer.example/tx/${hash}` }],
      declinedAt: at.toISOString(),
      searchEndsAt: '2026-11-08T00:10:00.000Z',
    })
    await query.updateTable('transfer').set({ state: 'NotSent' }).where('id', '=', id).execute()
    assert.equal((await read(id)).wallet, null)
  })

  test('an erased user is stated', async () => {
    const id = await copy({
      user_id: '',
      erased_at: 7_000,
      to_address: 'erased',
      state: 'Succeeded',
      status: 'Succeeded',
    })
    const view = await read(id)
    assert.deepEqual([view.user, view.erasedAt], [null, '1970-01-01T00:00:07.000Z'])
  })

  test('a requested erasure is stated until it reaches the transfer, and not on later transfers', async () => {
    const [before, after] = [
      await copy({ user_id: 'ada', created_at: 1_000 }),
      await copy({ user_id: 'ada', created_at: 3_000 }),
    ]
    assert.equal((await read(before)).erasureRequestedAt, null)
    const request = { client_id: engine.clientId, user_id: 'ada', requested_at: 2_000 }
    await engine.deps.database.query.insertInto('erasure').values(request).execute()
    assert.equal((await read(before)).erasureRequestedAt, '1970-01-01T00:00:02.000Z')
    assert.deepEqual([(await read(after)).erasureRequestedAt, (await read(first.id)).erasureRequestedAt], [null, null])
  })
})
