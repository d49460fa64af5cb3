// The commands of docs/src/content/docs/operate, run unchanged but for the environment, beside a server on the same folder.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { runCliHere } from '../../support/cli.ts'
import { pageBlocks } from '../../support/readme.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

/** What each command prints, in the order of the page. */
const expected: [command: string, output: RegExp][] = [
  ['--help', /^ +serve /m],
  ['client create', /^X-Client-Secret {2}sk_sandbox_\S+$/m],
  ['client list', /^ {2}callback {2}https:\/\/shop\.example\/done$/m],
  ['callback add', /https:\/\/shop\.example\/other/],
  ['link create', /^url +http:\/\/\S+$/m],
  ['transfer list', /No transfer needs an operator/],
  ['reconcile', /No differences|0 exchange accounts/],
  ['backup', /^Checked: 0 transfers with 0 events/m],
  ['audit list', /^\d+ {2}\S+ {2}backup\.create {2}/m],
  ['keys list', /^Key 1 \(seals new rows\)$/m],
  ['erase', /^Erased: .* 1 links/],
  ['pause', /Exchange kraken is paused/],
  ['limit set', /^usd-per-user +2000 a day +all clients$/m],
  ['doctor', /Client My shop has a callback URL and a secret/],
  ['doctor --database', /SQLite is built in and needs no check/],
]

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.stop())

test('every command of the page runs, in its order', async () => {
  const commands = commandsOf('docs/src/content/docs/operate/index.md')
  assert.deepEqual(
    commands.map((words) => expected.findLast(([name]) => words.join(' ').startsWith(name))?.[0]),
    expected.map(([name]) => name),
  )
  const environment = { DATA_DIR: server.folder, SANDBOX_EXCHANGE_PORT: new URL(server.exchangeUrl).port }
  for (const [index, words] of commands.entries()) {
    const { code, out, error } = await runCliHere(words, environment)
    assert.match(out, expected[index]?.[1] ?? assert.fail(words.join(' ')), `${words.join(' ')}: ${error}`)
    // The doctor's exit code depends on this machine: whether the UI is built, whether the clock is right.
    if (words[0] !== 'doctor') assert.equal(code, 0, `${words.join(' ')}: ${error}`)
  }
})

test('every command about the audit log runs, in the order of its page', async () => {
  const environment = { DATA_DIR: server.folder }
  await runCliHere(['client', 'create', 'My shop'], environment)
  const [list, verify, exported] = commandsOf('docs/src/content/docs/operate/audit-log.md')
  assert.match((await runCliHere(list ?? [], environment)).out, /client\.create/)
  assert.match((await runCliHere(verify ?? [], environment)).out, /^1 entry is intact\./)
  const file = join(server.folder, 'audit.jsonl')
  const words = exported?.map((word) => (word.endsWith('.jsonl') ? file : word)) ?? []
  assert.match((await runCliHere(words, environment)).out, /^1 entry in /)
})

test('every command about pauses runs, in the order of its page', async () => {
  const environment = { DATA_DIR: server.folder }
  await runCliHere(['client', 'create', 'My shop', '--callback', 'https://shop.example/done'], environment)
  const outputs: string[] = []
  for (const words of commandsOf('docs/src/content/docs/operate/pause-sending.md')) {
    const { code, out, error } = await runCliHere(words, environment)
    assert.equal(code, 0, `${words.join(' ')}: ${error}`)
    outputs.push(out)
  }
  const [exchange, client, all, list, resumed] = outputs
  assert.match(exchange ?? '', /^Exchange kraken is paused/m)
  assert.match(client ?? '', /^Client My shop is paused/m)
  assert.match(all ?? '', /^Everything is paused/m)
  assert.equal(list?.trim().split('\n').length, 3)
  assert.doesNotMatch(resumed ?? '', /kraken/)
})

test('every command about limits runs, in the order of its page', async () => {
  const environment = { DATA_DIR: server.folder }
  await runCliHere(['client', 'create', 'My shop', '--callback', 'https://shop.example/done'], environment)
  const outputs: string[] = []
  for (const words of commandsOf('docs/src/content/docs/operate/transfer-limits.md')) {
    const { code, out, error } = await runCliHere(words, environment)
    assert.equal(code, 0, `${words.join(' ')}: ${error}`)
    outputs.push(out)
  }
  const [limits, removed, , , listOn, destinations, , listOff] = outputs.slice(6)
  assert.equal(limits?.trim().split('\n').length, 6)
  assert.doesNotMatch(removed ?? '', /usd-per-client/)
  assert.match(listOn ?? '', /^allow-list +on +My shop$/m)
  assert.match(destinations ?? '', /^base:0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61 {2}My shop$/m)
  assert.match(destinations ?? '', /^xrp:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh:123 {2}My shop$/m)
  assert.match(listOff ?? '', /^allow-list +off +My shop$/m)
})

/** The words of each `transfer-link` command, without comments. */
function commandsOf(page: string): string[][] {
  const script = pageBlocks(page)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text.replaceAll('\\\n', ' '))
    .join('')
  return script
    .split('\n')
    .map((line) => line.replace(/\s#.*$/, '').trim())
    .filter((line) => line.startsWith('transfer-link '))
    .map((line) =>
      [...line.slice('transfer-link '.length).matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, word]) => quoted ?? word ?? '',
      ),
    )
}
