import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import { runCliHere } from '../../../support/cli.ts'
import { recipient, toBase } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

// The server runs all the time, on the same folder.
let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const run = (...args: string[]) => runCliHere(args, { DATA_DIR: server.folder })
const callback = 'https://shop.example/done'

interface Made {
  id: string
  secret: string
}

function madeIn(out: string): Made {
  const [, id = ''] = /^X-Client-Id {6}(\S+)$/m.exec(out) ?? []
  const [, secret = ''] = /^X-Client-Secret {2}(\S+)$/m.exec(out) ?? []
  return { id, secret }
}

async function newClient(...more: string[]): Promise<Made> {
  const { code, out } = await run('client', 'create', 'Shop & Söhne', '--callback', callback, ...more)
  assert.equal(code, 0)
  return madeIn(out)
}

const statusOf = async ({ id, secret }: Made) =>
  (await server.get('/api/v1/transfers', { 'X-Client-Id': id, 'X-Client-Secret': secret } as never)).status

test('a new client can call at once, and its secret is shown once', async () => {
  const made = await newClient()
  assert.match(made.secret, /^sk_sandbox_[\w-]{43}$/)
  assert.equal(await statusOf(made), 200)
  // The use is written after the response.
  for (let turns = 0; turns < 3; turns++) await setImmediate()
  const { out } = await run('client', 'list')
  assert.match(out, new RegExp(`^${made.id}  Shop & Söhne  created \\d{4}-\\d\\d-\\d\\d$`, 'm'))
  assert.ok(out.includes(`callback  ${callback}`))
  const day = new Date().toISOString().slice(0, 10)
  assert.match(out, new RegExp(`valid  used ${day}  ${made.secret.slice(0, 15)}…$`, 'm'))
  assert.ok(!out.includes(made.secret))
})

test('a name that would be taken for an id, or that a terminal would obey, is refused', async () => {
  for (const name of [
    '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01',
    ' AA883B03-120D-477C-A588-37C2AFD3CA71',
    'a\u001b[2Jb',
    'a\nb',
    'a\u202eb',
    'a\u200db',
  ]) {
    const { code, error } = await run('client', 'create', name)
    assert.equal(code, 2)
    assert.match(
      error,
      /^(A name cannot look like an id|The name a\\u\{[0-9a-f]+\}\S* contains control, invisible or direction characters\. Remove them)/,
    )
  }
})

test('a link for a user id that would be refused by the API is refused', async () => {
  for (const user of ['a\u2067b', 'a\u200cb', 'a'.repeat(301)]) {
    const { code, error } = await run('link', 'create', demoClient.id, '--user', user)
    assert.equal(code, 2)
    assert.match(error, /^--user must be .* 1 to 300 characters without control, invisible or direction characters/)
  }
})

test('an older name is shown with its invisible characters escaped', async () => {
  const { id } = await newClient()
  const { query } = server.deps.database
  await query.updateTable('client').set({ name: 'Shop\u202e\u001b[2J' }).where('id', '=', id).execute()
  assert.match(
    (await run('client', 'list')).out,
    new RegExp(`^${id}  Shop\\\\u\\{202e\\}\\\\u\\{1b\\}\\[2J  created`, 'm'),
  )
})

test('rotating creates a second secret, and revoking the first ends it with the next request', async () => {
  const first = await newClient()
  const rotated = await run('client', 'rotate', first.id)
  const second = madeIn(rotated.out)
  assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200])
  const [, old = ''] = /Still valid: ([0-9a-f]{8})\./.exec(rotated.out) ?? []
  assert.equal((await run('client', 'revoke', first.id, old)).out, 'Revoked 1. 1 still valid.\n')
  assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200])
  assert.match((await run('client', 'list')).out, new RegExp(`secret    ${old}  created .*  revoked`))
})

test('all secrets are replaced at once after a leak', async () => {
  const first = await newClient()
  for (let n = 0; n < 4; n++) await run('client', 'rotate', first.id)
  assert.match((await run('client', 'rotate', first.id)).error, /^The client already has 5 valid secrets/)
  const replaced = madeIn((await run('client', 'rotate', first.id, '--revoke-others')).out)
  assert.deepEqual([await statusOf(first), await statusOf(replaced)], [401, 200])
  assert.equal(
    (await run('client', 'revoke', first.id, '--all')).out,
    'Revoked 1. The client has no valid secret left.\n',
  )
  assert.equal(await statusOf(replaced), 401)
})

test('a client has the same id in both environments', async () => {
  const id = '1c4f5f0a-3d0e-4a53-8f3c-6b7f5f1e2d3c'
  assert.equal((await newClient('--id', id.toUpperCase())).id, id)
  const again = await run('client', 'create', 'Again', '--id', id)
  assert.deepEqual([again.code, again.error], [1, `A client with the id ${id} already exists.\n`])
})

test('callback URLs are added, listed and removed, and links follow them at once', async () => {
  const { id, secret } = await newClient()
  const other = 'https://shop.example/other'
  const link = async (url: string) => {
    const headers = { 'X-Client-Id': id, 'X-Client-Secret': secret } as never
    const path = `/api/v1/cataloglink?userId=u&enableTransfers=true&callbackUrl=${encodeURIComponent(url)}`
    return (await server.post(path, { ToAddresses: [toBase] }, headers)).status
  }
  assert.equal(await link(other), 403)
  const added = `Registered: ${other}\nThis client now has 2 callback URLs. Requests to cataloglink must pass callbackUrl.\n`
  assert.equal((await run('callback', 'add', id, other)).out, added)
  assert.equal((await run('callback', 'add', id, other)).out, `${other} is already registered.\n`)
  assert.equal((await run('callback', 'list', id)).out, `${callback}\n${other}\n`)
  assert.equal(await link(other), 200)
  assert.equal((await run('callback', 'remove', id, other)).code, 0)
  assert.equal(await link(other), 403)
  assert.equal((await run('callback', 'remove', id, other)).error, `${other} is not registered.\n`)
})

test('a callback URL that cannot be one is refused with its fault and the right spelling', async () => {
  const { id } = await newClient()
  const faults = {
    'localhost:8080': 'has no scheme. Use `http://localhost:8080/`.',
    'shop.example/done': 'has no scheme. Use `https://shop.example/done`.',
    'http://shop.example/': 'must use https. The sandbox also accepts http on localhost. Use `https://shop.example/`.',
    'https://SHOP.example:443/done': 'is not written as browsers write it. Use `https://shop.example/done`.',
    'https://shop.example/#done': 'contains a fragment. Remove the # and the part behind it.',
    'https://user@shop.example/': 'contains a user name or a password. Remove it.',
    'https://*.example/': 'has a host with other characters than letters, digits, hyphens and dots.',
    'ftp://shop.example/': 'must use https.',
    'https://': 'is not a URL.',
  }
  for (const [url, fault] of Object.entries(faults)) {
    const { code, error } = await run('callback', 'add', id, url)
    assert.deepEqual([code, error], [1, `\`${url}\` ${fault}\n`])
  }
})

test('a link from the command opens like any other', async () => {
  const to = `base:usdc:${recipient}`
  const { code, out } = await run('link', 'create', demoClient.name, '--user', 'user-7', '--to', to)
  assert.equal(code, 0)
  const url = /^url +(\S+)$/m.exec(out)?.[1] ?? ''
  const authCode = new URL(url).searchParams.get('auth_code')
  const session = await server.post('/api/v1/link/session', { authCode }, {} as never)
  assert.equal(session.status, 200)
  assert.equal(session.body.content.destinations[0].symbol, 'USDC')
  const bad = await run('link', 'create', demoClient.id, '--user', 'u', '--to', 'moon:USDC:0x1')
  assert.match(bad.error, /^This server has no network moon\. It has: ethereum, (\w+, )*base\b/)
})

test('a link to an address that the operator has blocked is refused', async () => {
  const list = join(server.folder, 'refused.txt')
  writeFileSync(list, `${recipient}\n`)
  const args = ['link', 'create', demoClient.id, '--user', 'u', '--to', `base:USDC:${recipient}`]
  const { code, out, error } = await runCliHere(args, { DATA_DIR: server.folder, REFUSED_ADDRESSES: list })
  assert.equal(code, 1)
  assert.equal(out, '')
  assert.match(error, /Transfers to this address are not possible\./)
})

test('a name that another client has already is accepted with a warning', async () => {
  const create = () => run('client', 'create', 'Twin')
  assert.equal((await create()).error, '')
  const { code, error } = await create()
  assert.equal(code, 0)
  assert.match(error, /^Another client is also called Twin\. Use the id in commands\./)
})

test('a link whose callback URL is left open is refused with the command to run', async () => {
  const created = (await run('client', 'create', 'Without')).out
  const { id } = madeIn(created)
  assert.ok(created.endsWith(`It has no callback URL yet: transfer-link callback add ${id} <url>\n`))
  const link = (...more: string[]) => run('link', 'create', id, '--user', 'u', ...more)
  const none = await link()
  assert.deepEqual(
    [none.code, none.error],
    [1, `Without has no callback URL yet: transfer-link callback add ${id} <url>\n`],
  )
  assert.equal((await run('callback', 'add', id, callback)).out, `Registered: ${callback}\n`)
  await run('callback', 'add', id, `${callback}/2`)
  const several = await link()
  assert.equal(several.code, 1)
  assert.match(several.error, /Choose one with --callback <url>\.\n {2}https:\/\/shop\.example\/done\n/)
  assert.equal((await link('--callback', callback)).code, 0)
})

test('a name of no single client is an error, and an invalid command shows the usage', async () => {
  assert.match((await run('client', 'rotate', 'nobody')).error, /There is no client nobody/)
  await newClient()
  assert.match(
    (await run('client', 'rotate', 'Shop & Söhne')).error,
    /Several clients are called .*"transfer-link client list/,
  )
  for (const args of [
    ['client', 'create'],
    ['client', 'rotate'],
    ['client', 'revoke', demoClient.id],
    ['callback', 'add', demoClient.id],
    ['link', 'create', demoClient.id],
  ]) {
    const { code, error } = await run(...args)
    assert.deepEqual([code, error.includes(`Usage: transfer-link ${args[0]} ${args[1]}`)], [2, true], args.join(' '))
  }
})

test('help of one subject names its commands', async () => {
  const { code, out } = await runCliHere(['client', '--help'])
  assert.equal(code, 0)
  for (const name of ['create', 'list', 'rotate', 'revoke']) assert.ok(out.includes(`client ${name}`))
  assert.ok(!out.includes('transfer show'))
})
