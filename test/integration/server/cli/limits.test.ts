import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import { runCliHere } from '../../../support/cli.ts'
import { execute, newLink, preview, recipient, signIn, toBase } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

// The server runs all the time, on the same folder.
let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const run = (...args: string[]) => runCliHere(args, { DATA_DIR: server.folder })
const client = ['--client', demoClient.id.slice(0, 8)]
/** Runs a command that must succeed. Returns its lines without repeated spaces. */
async function lines(...args: string[]): Promise<string[]> {
  const { code, out, error } = await run(...args)
  assert.equal(code, 0, error)
  return out
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' '))
}

test('limits are set, listed and removed, for all clients and for one', async () => {
  assert.deepEqual(await lines('limit', 'list'), ['No limit is set.'])
  const [{ name = '' } = {}] = await server.deps.database.query.selectFrom('client').selectAll().execute()
  await lines('limit', 'set', 'usd-per-user', '500.50')
  await lines('limit', 'set', 'cool-down', '36h')
  await lines('limit', 'set', 'usd-per-user', 'off', ...client)
  assert.deepEqual(await lines('limit', 'set', 'transfers-per-client', '20', ...client), [
    'cool-down 36h all clients',
    `transfers-per-client 20 a day ${name}`,
    `usd-per-user off ${name}`,
  ])
  assert.ok((await lines('limit', 'list')).includes('usd-per-user 500.5 a day all clients'))
  const listed = JSON.parse((await run('limit', 'list', ...client, '--json')).out)
  assert.deepEqual(
    listed.map(({ name, clientId, value, unit }: Record<string, string>) => [name, clientId, value, unit]),
    [
      ['cool-down', null, '129600', 'seconds'],
      ['transfers-per-client', demoClient.id, '20', 'transfers per day'],
      ['usd-per-user', demoClient.id, 'off', 'USD per day'],
    ],
  )
  for (const [value = '', shown] of [
    ['24h', '1d (24h)'],
    ['90m', '90m'],
    ['30d', '30d (720h)'],
  ])
    assert.equal((await lines('limit', 'set', 'cool-down', value))[0], `cool-down ${shown} all clients`)
  assert.equal((await lines('limit', 'remove', 'usd-per-user', ...client))[0], 'Removed.')
  assert.equal((await lines('limit', 'remove', 'usd-per-user', ...client))[0], 'It was not set.')
  for (const each of ['cool-down', 'usd-per-user']) await lines('limit', 'remove', each)
  await lines('limit', 'remove', 'transfers-per-client', ...client)
  assert.deepEqual(await lines('limit', 'list'), ['No limit is set.'])
})

const wrong: [args: string[], message: RegExp][] = [
  [['limit', 'set', 'usd-per-day', '5'], /There is no limit usd-per-day\. Use one of transfers-per-client, /],
  [['limit', 'set', 'usd-per-user'], /Name one limit and its value/],
  [['limit', 'set', 'usd-per-user', '-5'], /The value of usd-per-user must be US dollars, .*\. It is -5\./],
  [
    ['limit', 'set', 'usd-per-user', '0'],
    /The value of usd-per-user must be US dollars, such as 5000 or 99\.50\. It is 0\./,
  ],
  [['limit', 'set', 'usd-per-user', '1.005'], /usd-per-user must be US dollars/],
  [['limit', 'set', 'usd-per-user', '1e9'], /usd-per-user must be US dollars/],
  [['limit', 'set', 'transfers-per-user', '1.5'], /must be a whole number of transfers/],
  [['limit', 'set', 'cool-down', '24'], /must be a time of up to 30d, such as 90m, 24h or 7d/],
  [['limit', 'set', 'cool-down', '31d'], /must be a time of up to 30d/],
  [['limit', 'set', 'allow-list', 'yes'], /allow-list must be on, or off with --client/],
  [['limit', 'set', 'cool-down', 'off'], /"off" needs --client\. .* use "limit remove cool-down"/],
  [['limit', 'set', 'cool-down', '1h', '--client', 'nobody'], /There is no client nobody/],
  [['limit', 'remove'], /Name one limit/],
  [['limit', 'list', 'all'], /all/],
  [['destination', 'allow'], /Name one destination: <network>:<address>\[:<tag>\]/],
  [['destination', 'allow', recipient], /must be <network>:<address>/],
  [['destination', 'allow', `bose:${recipient}`], /This server has no network bose\. It has: ethereum, /],
  [['destination', 'allow', 'base:0x12'], /0x12 is no address on Base\. Check its spelling\./],
  [['destination', 'allow', `base:${recipient.replace('A38f', 'A38F')}`], /has a wrong checksum as an address on Base/],
  [['destination', 'allow', `base:${recipient}:7`], /7 is no destination tag on Base/],
  [
    ['destination', 'allow', 'xrp:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'],
    /needs its tag: xrp:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh:<tag>\./,
  ],
  [['destination', 'allow', `base:USDC:${recipient}`], /every asset on Base, so it has no symbol\. Leave out USDC\./],
]
for (const [args, message] of wrong) {
  test(`what cannot be meant is refused: ${args.join(' ')}`, async () => {
    const { code, error } = await run(...args)
    assert.ok(code === 1 || code === 2)
    assert.match(error, message)
    assert.deepEqual(JSON.parse((await run('limit', 'list', '--json')).out), [])
    assert.deepEqual(JSON.parse((await run('destination', 'list', '--json')).out), [])
  })
}

test('the spellings of one address are one destination', async () => {
  const bounceable = 'ton:EQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNvnA'
  const other = 'ton:UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF'
  assert.equal((await lines('destination', 'allow', bounceable))[1], `${bounceable} all clients`)
  assert.equal((await lines('destination', 'allow', other))[0], 'Already allowed.')
  assert.equal((await lines('destination', 'allow', `${other}:7`))[0], 'Allowed.')
  assert.equal((await lines('destination', 'remove', other))[0], 'Removed.')
  assert.equal((await lines('destination', 'remove', `${bounceable}:7`))[0], 'Removed.')
})

test('an allow-list is filled and used while the server runs, and covers links', async () => {
  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
  const own = `base:${recipient}`
  const before = await lines('destination', 'allow', 'xrp:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh:7')
  assert.deepEqual(before, [
    'Allowed.',
    'xrp:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh:7 all clients',
    'No client uses the allow-list. To use it for one client, which then refuses every other destination:',
    ' transfer-link limit set allow-list on --client <name>',
  ])
  await lines('limit', 'set', 'allow-list', 'on', ...client)
  const { out: healthy } = await run('doctor')
  assert.match(healthy, /^· Limits are set for transfers\.$/m)
  assert.doesNotMatch(healthy, /The allow-list of client/)
  for (const refused of [await preview(server, token, '5'), await execute(server, token, PreviewId)])
    assert.deepEqual([refused.status, refused.body.ErrorType], [422, 'destinationNotAllowed'])
  const body = { ToAddresses: [toBase] }
  const link = await server.post('/api/v1/cataloglink?userId=user-1&enableTransfers=true', body)
  assert.deepEqual(
    [link.body.errorType, link.body.errorData.field],
    ['destinationNotAllowed', 'ToAddresses[0].Address'],
  )

  const allowed = await lines('destination', 'allow', own.toLowerCase(), ...client)
  assert.ok(allowed[2]?.startsWith(`${own} `), allowed.join('\n'))
  assert.equal((await lines('destination', 'allow', own, ...client))[0], 'Already allowed.')
  assert.equal((await preview(server, token, '5')).status, 200)
  assert.equal((await execute(server, token, PreviewId)).body.Status, 'Succeeded')
  await newLink(server)

  assert.equal((await lines('destination', 'remove', own, ...client))[0], 'Removed.')
  assert.equal((await preview(server, token, '5')).body.ErrorType, 'destinationNotAllowed')
  assert.equal((await lines('destination', 'remove', own, ...client))[0], 'It was not allowed.')
  await lines('destination', 'remove', 'xrp:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh:7')
  const id = `--client ${demoClient.id}`
  const { code, out } = await run('doctor')
  assert.equal(code, 1)
  assert.match(out, /^✗ The allow-list of client Northwind is on and empty, so all its transfers are refused\.$/m)
  const fix = `destination allow <network>:<address> ${id}, or transfer-link limit set allow-list off ${id}`
  assert.ok(out.includes(`    transfer-link ${fix}\n`), out)
  await lines('limit', 'set', 'allow-list', 'off', ...client)
  assert.doesNotMatch((await run('doctor')).out, /The allow-list of client/)
})
