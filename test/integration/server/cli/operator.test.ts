import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operatorNamed } from '../../../../server/console/operators.ts'
import { insertPasskey } from '../../../../server/console/passkeys.ts'
import { createSession } from '../../../../server/console/sessions.ts'
import { runCliHere } from '../../../support/cli.ts'
import { consoleOver, type TestConsole } from '../../../support/console.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

// The server runs all the time, on the same folder.
let server: TestServer
let tested: TestConsole
before(async () => {
  server = await startTestServer()
  tested = consoleOver(server.deps)
})
after(() => server.stop())

const url = 'http://console.localhost:4003'
const run = (args: string[], environment: Record<string, string> = { CONSOLE_PORT: '4003', CONSOLE_URL: url }) =>
  runCliHere(['operator', ...args], { DATA_DIR: server.folder, ...environment })
const done = async (...args: string[]) => {
  const { code, out, error } = await run(args)
  assert.equal(code, 0, error)
  return out
}
const fails = async (...args: string[]) => {
  const { code, out, error } = await run(args)
  assert.equal(out, '')
  return `${code} ${error}`
}
const lastEntry = async () => {
  const { out } = await runCliHere(['audit', 'list', '--json', '--limit', '1'], { DATA_DIR: server.folder })
  return JSON.parse(out)
}
const isOpen = async (session: string) => (await tested.request('GET', '/api/session', { session })).status === 200

test('an invitation prints a URL, of which audit log and storage have no code', async () => {
  const out = await done('invite', '--name', 'Ada', '--role', 'operator')
  const [, code = ''] = /^http:\/\/console\.localhost:4003\/sign-in#invite=([\w-]{43})$/m.exec(out) ?? []
  assert.ok(code !== '', out)
  assert.match(out, /^Ada is invited as operator, until \d{4}-/)
  const entry = await lastEntry()
  assert.deepEqual([entry.action, entry.target, entry.after.role], ['operator.invite', 'Ada', 'operator'])
  const stored = await server.deps.database.query.selectFrom('operator_code').selectAll().execute()
  assert.ok(!JSON.stringify([entry, stored]).includes(code))
  const json = JSON.parse(await done('invite', '--name', 'Ada', '--role', 'viewer', '--json'))
  assert.deepEqual(Object.keys(json), ['name', 'role', 'url', 'expiresAt'])
})

test('an invitation is refused without a console, at an IP address, and without a role', async () => {
  const invite = ['invite', '--name', 'Nobody', '--role', 'viewer']
  assert.match((await run(invite, {})).error, /^CONSOLE_PORT is not set for this command/)
  assert.match((await run(invite, { CONSOLE_PORT: '4003' })).error, /only at a host name.*127\.0\.0\.1.*CONSOLE_URL/)
  assert.match(await fails('invite', '--name', 'Nobody'), /^1 A new operator needs a role/)
  assert.match(await fails('invite', '--role', 'viewer'), /^2 --name must be/)
  assert.match(await fails('invite', '--name', 'Nobody', '--role', 'owner'), /^2 The role must be/)
})

test('operators are listed, change the role, and are removed and restored', async () => {
  const session = await tested.signedIn('operator', 'Grace Hopper')
  assert.match(await done('list'), /^Grace Hopper {2}operator {2}0 passkeys {2}1 session {2}last used \d{4}-/m)
  const [row] = (await done('list', '--json')).trim().split('\n')
  assert.equal(JSON.parse(row ?? '').name, 'Grace Hopper')
  assert.equal(await done('role', 'Grace Hopper', 'admin'), 'Grace Hopper has the role admin.\n')
  assert.deepEqual((await lastEntry()).after, { role: 'admin' })
  assert.match(await fails('role', 'Grace Hopper', 'admin'), /^1 .*already/)
  assert.match(await fails('role', 'Grace Hopper', 'owner'), /^2 /)
  assert.match(await fails('role', 'Nobody', 'admin'), /^1 There is no such operator/)

  assert.match(await done('remove', 'Grace Hopper'), /is removed, and signed out/)
  assert.equal(await isOpen(session), false)
  assert.equal((await lastEntry()).action, 'operator.remove')
  assert.match(await fails('remove', 'Grace Hopper'), /^1 There is no such operator/)
  assert.match(await fails('invite', '--name', 'Grace Hopper'), /^1 .*was removed.*operator restore/)
  assert.match(await done('restore', 'Grace Hopper'), /is an operator again\.\nNext: .*operator invite/)
  assert.match(await fails('restore', 'Grace Hopper'), /^1 No operator/)
  assert.match(await done('invite', '--name', 'Grace Hopper'), /is invited as admin/)
})

test('the audit log is filtered by an action of several words', async () => {
  await tested.signedIn('viewer', 'Filtered')
  await done('end-sessions', 'Filtered')
  const list = ['audit', 'list', '--json', '--action', 'operator.endSessions']
  const { out } = await runCliHere(list, { DATA_DIR: server.folder })
  assert.match(out, /"action":"operator\.endSessions"/)
})

test('sessions end by operator and for all', async () => {
  const [one, other] = [await tested.signedIn('viewer', 'One'), await tested.signedIn('viewer', 'Other')]
  assert.equal(await done('end-sessions', 'One'), '1 session has ended.\n')
  assert.deepEqual([await isOpen(one), await isOpen(other)], [false, true])
  assert.match(await done('end-sessions', '--all'), /ended/)
  assert.equal(await isOpen(other), false)
  assert.match(await fails('end-sessions'), /^2 /)
  assert.match(await fails('end-sessions', 'One', '--all'), /^2 /)
})

test('one session of an operator ends by its id', async () => {
  assert.equal(await done('sessions'), 'There are no open sessions.\n')
  const first = await tested.signedIn('viewer', 'Twice')
  const { id: operatorId = '' } = (await operatorNamed(server.deps.database.query, 'Twice')) ?? {}
  const [id, now] = [server.deps.newId(), server.deps.now()]
  const { query } = server.deps.database
  const second = await createSession(query, { id, operatorId, address: '192.0.2.7', now })
  assert.match(
    await done('sessions'),
    new RegExp(`^${id} {2}Twice {2}192\\.0\\.2\\.7 {2}since \\d{4}-.* {2}last used `, 'm'),
  )
  const listed = (await done('sessions', '--json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.ok(listed.length === 2 && listed.every(({ operator }) => operator.name === 'Twice'))
  assert.ok(!JSON.stringify(listed).includes(second))
  assert.equal(await done('end-sessions', '--session', id), '1 session has ended.\n')
  assert.deepEqual([await isOpen(first), await isOpen(second)], [true, false])
  const { action, target, before } = await lastEntry()
  assert.deepEqual([action, target, before], ['operator.endSession', operatorId, { session: id }])
  assert.match(await fails('end-sessions', '--session', id), /^1 This session has ended already/)
  assert.match(await fails('end-sessions', 'Twice', '--session', id), /^2 /)
})

test('an invitation that replaces deletes the passkeys and ends the sessions at once', async () => {
  const session = await tested.signedIn('viewer', 'Lost')
  const { query } = server.deps.database
  const { id = '' } = (await operatorNamed(query, 'Lost')) ?? {}
  const passkey = { id: 'passkey', operatorId: id, publicKey: '', counter: 0, transports: [] }
  await insertPasskey(query, passkey, { now: server.deps.now() })
  assert.match(await done('list'), /^Lost {2}viewer {2}1 passkey {2}1 session/m)
  await done('invite', '--name', 'Lost', '--replace')
  assert.match(await done('list'), /^Lost {2}viewer {2}0 passkeys {2}0 sessions/m)
  assert.equal(await isOpen(session), false)
})

test('open invitations are listed until they are accepted or expire', async () => {
  await done('invite', '--name', 'Alan', '--role', 'viewer')
  assert.match(await done('list'), /^Alan: invited as viewer, until \d{4}-\S+Z$/m)
  await tested.signedIn('operator', 'Barbara')
  await done('invite', '--name', 'Barbara')
  assert.match(await done('list'), /^Barbara: invited to add a passkey, until /m)
  const lines = (await done('list', '--json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const open = lines.find(({ name, invitedUntil }) => name === 'Alan' && invitedUntil !== undefined)
  assert.deepEqual([open.role, open.addsPasskey], ['viewer', false])
  const codes = server.deps.database.query.updateTable('operator_code')
  await codes
    .set({ expires_at: Date.now() - 1 })
    .where('name', '=', 'Alan')
    .execute()
  assert.doesNotMatch(await done('list'), /^Alan: /m)
})
