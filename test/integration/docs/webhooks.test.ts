// The examples of docs/src/content/docs/integrate/webhooks.md: each accepts what we sign, and refuses everything else. Languages that are not installed
// have no test.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../../../scripts/command.ts'
import { eventExample } from '../../../server/contract/wire/events.ts'
import { createPostWebhook } from '../../../server/webhooks/post-webhook.ts'
import { webhookHeaders } from '../../../server/webhooks/sign-webhook.ts'
import { newWebhookSecret } from '../../../server/webhooks/webhook-secrets.ts'
import { freePort } from '../../support/free-ports.ts'
import { pageBlocks } from '../../support/readme.ts'

/** In the project, where the package that the example imports is installed. */
mkdirSync(join(projectRoot, '.data'), { recursive: true })
const folder = mkdtempSync(join(projectRoot, '.data/webhooks-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const { text } of pageBlocks('docs/src/content/docs/integrate/webhooks.md')) {
  const [, name] = /^(?:\/\/|#) ([\w-]+\.\w+)\n/.exec(text) ?? []
  // The commands for a shell run in test/e2e/readme.test.ts.
  if (name !== undefined) writeFileSync(join(folder, name), text)
}

test('the documented body is the example of the API reference', () => {
  const [block] = pageBlocks('docs/src/content/docs/integrate/webhooks.md').filter(
    ({ language }) => language === 'json',
  )
  const example = JSON.parse(JSON.stringify(eventExample('transfer.succeeded')))
  assert.deepEqual(JSON.parse(block?.text ?? ''), example)
})

const [secret, oldSecret] = [newWebhookSecret(randomBytes), newWebhookSecret(randomBytes)]
const body = '{"id":"msg_1","type":"transfer.succeeded","data":{"amount":12.345678901234567890,"userId":"Zoë"}}'
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const sign = (at: Date, ...secrets: string[]) => webhookHeaders({ id: 'msg_1', at, body, secrets, format: 'standard' })
const valid = sign(new Date(), secret)
const cases: { name: string; headers: Record<string, string>; body: string; accepted: boolean }[] = [
  { name: 'valid', headers: valid, body, accepted: true },
  { name: 'rotated', headers: sign(new Date(), oldSecret, secret), body, accepted: true },
  { name: 'altered', headers: valid, body: body.replace('12.3', '92.3'), accepted: false },
  { name: 'another id', headers: { ...valid, 'webhook-id': 'msg_2' }, body, accepted: false },
  { name: 'old', headers: sign(secondsAgo(400), secret), body, accepted: false },
  { name: 'from the future', headers: sign(secondsAgo(-400), secret), body, accepted: false },
  { name: 'another key', headers: sign(new Date(), oldSecret), body, accepted: false },
  { name: 'unsigned', headers: {}, body, accepted: false },
  { name: 'no time', headers: { ...valid, 'webhook-timestamp': 'now' }, body, accepted: false },
]
const expected = cases.map(({ name, accepted }) => [name, accepted])

test('the receiver in TypeScript accepts only what we sign', async () => {
  const port = await freePort()
  const env = { PATH: process.env.PATH, PORT: `${port}`, WEBHOOK_SECRET: secret }
  const receiver = spawn(process.execPath, ['receive-webhooks.ts'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => void receiver.kill('SIGKILL'))
  let printed = ''
  for (const output of [receiver.stdout, receiver.stderr]) {
    output.on('data', (text: Buffer) => {
      printed += text
    })
  }
  await untilListening(port, receiver)
  await cutRequest(port)
  const post = createPostWebhook({ networks: ['127.0.0.1', '::1'], now: () => new Date() })
  const accepted = []
  for (const { name, ...request } of cases) {
    const url = `http://localhost:${port}/`
    const result = await post({ ...request, url, clientCertificate: undefined }, new AbortController().signal)
    assert.equal(result.kind, 'response')
    accepted.push([name, result.kind === 'response' && result.status === 204])
    if (name === 'another key') assert.equal(result.kind === 'response' && result.bodyStart, 'Signature not valid')
  }
  assert.deepEqual(accepted, expected)
  assert.match(printed, /transfer\.succeeded 12\.345678901234567890\n/)
  assert.match(printed, /^Signature not valid: is WEBHOOK_SECRET the secret of this endpoint\?$/m)
})

/** A stranger's request that ends in the middle of its body. */
async function cutRequest(port: number): Promise<void> {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nbegun')
  await pause(100)
  socket.destroy()
  await once(socket, 'close')
}

async function untilListening(port: number, receiver: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && receiver.exitCode === null; await pause(20)) {
    const response = await fetch(`http://localhost:${port}/`).catch(() => null)
    if (response !== null) return
  }
  throw new Error('the receiver of the page does not listen')
}

const pythonMain = `
import json, sys
from verify_webhook import verify

secret, cases = json.load(sys.stdin)
json.dump([verify(secret, each["headers"], each["body"].encode()) for each in cases], sys.stdout)
`

const creditMain = `
import json, sys
from credit_once import credit_once, open_balances

balances, (bodies, deposit) = open_balances(":memory:"), json.load(sys.stdin)
deposits = {"user-1": tuple(deposit)}
outcomes = [credit_once(balances, each.encode(), deposits) for each in bodies]
json.dump([outcomes, balances.execute("SELECT transfer_id, user_id, amount FROM credit").fetchall()], sys.stdout)
`

const goMain = `package main

import (
	"encoding/json"
	"net/http"
	"os"
)

func main() {
	var input struct {
		Secret string
		Cases  []struct {
			Headers map[string]string
			Body    string
		}
	}
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		panic(err)
	}
	accepted := []bool{}
	for _, each := range input.Cases {
		headers := http.Header{}
		for name, value := range each.Headers {
			headers.Set(name, value)
		}
		accepted = append(accepted, verify(input.Secret, headers, []byte(each.Body)))
	}
	json.NewEncoder(os.Stdout).Encode(accepted)
}
`

if (isInstalled('python3', '--version')) {
  test('the function in Python accepts only what we sign', async () => {
    writeFileSync(join(folder, 'main.py'), pythonMain)
    assert.deepEqual(await acceptedBy(['python3', '-B', 'main.py'], [secret, cases]), expected)
  })
}

if (isInstalled('python3', '--version')) {
  test('the function in Python credits each transfer once, with every digit', async () => {
    writeFileSync(join(folder, 'credit.py'), creditMain)
    const { type, data } = eventExample('transfer.succeeded') as { type: string; data: Record<string, unknown> }
    const deposit = [data.networkId, data.symbol, String(data.toAddress).toLowerCase()]
    const amount = '12.345678901234567890'
    const bodyOf = (transferId: string, changes: object = {}, eventType = type) =>
      JSON.stringify({ type: eventType, data: { ...data, transferId, ...changes, amount: 0 } }).replace(
        '"amount":0',
        `"amount":${amount}`,
      )
    const bodies = [
      bodyOf('first'),
      bodyOf('first'),
      bodyOf('second'),
      bodyOf('third', {}, 'transfer.failed'),
      bodyOf('fourth', { toAddress: '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4' }),
      bodyOf('fifth', { networkId: '00000000-0000-4000-8000-000000000000' }),
      bodyOf('sixth', { symbol: 'USDT' }),
      bodyOf('seventh', { userId: 'user-2' }),
    ]
    assert.deepEqual(await outputOf(['python3', '-B', 'credit.py'], [bodies, deposit]), [
      [
        ...['credited', 'duplicate', 'credited', 'ignored'],
        ...['unexpected', 'unexpected', 'unexpected', 'unexpected'],
      ],
      [
        ['first', 'user-1', amount],
        ['second', 'user-1', amount],
      ],
    ])
  })
}

if (isInstalled('go', 'version')) {
  test('the function in Go accepts only what we sign', async () => {
    writeFileSync(join(folder, 'main.go'), goMain)
    const command = ['go', 'run', 'main.go', 'verify_webhook.go']
    assert.deepEqual(await acceptedBy(command, { secret, cases }), expected)
  })
}

function isInstalled(command: string, ...words: string[]): boolean {
  return spawnSync(command, words).status === 0
}

async function acceptedBy(command: string[], input: unknown): Promise<unknown[]> {
  const accepted = (await outputOf(command, input)) as unknown[]
  return accepted.map((each, at) => [cases[at]?.name, each])
}

async function outputOf([command = '', ...words]: string[], input: unknown): Promise<unknown> {
  const program = spawn(command, words, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  program.stdin.end(JSON.stringify(input))
  const output: Buffer[] = []
  program.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  await once(program, 'close')
  return JSON.parse(Buffer.concat(output).toString())
}
