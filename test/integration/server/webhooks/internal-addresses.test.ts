// No spelling of an internal address, and no name that resolves to one, lets a request reach this machine.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { after, before, test } from 'node:test'
import type { Resolve } from '../../../../server/webhooks/name-resolver.ts'
import { createPostWebhook } from '../../../../server/webhooks/post-webhook.ts'

let connections = 0
const server = createServer((_request, response) => response.end('internal')).on('connection', () => connections++)
let port = 0
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  port = (server.address() as AddressInfo).port
})
after(() => server.close())

const literals = [
  ...['127.0.0.1', '2130706433', '0x7f.1', '017700000001', '0.0.0.0', '127.1', '127。0。0。1', '[::1]', '[::]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
]
const names: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'inside.test': ['127.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'zone.test': ['fe80::1%lo'],
  'nothing.test': [],
}
let lookups = 0
const resolve: Resolve = async (hostname) => {
  lookups++
  // Only the first answer is an address that a test allows.
  const addresses = hostname === 'rebind.test' ? [lookups === 1 ? '::1' : '127.0.0.1'] : (names[hostname] ?? [])
  return addresses.map((address) => ({ address, family: isIP(address) }))
}
const limits = { connectMs: 1_000, totalMs: 1_000 }
const now = () => new Date()
const signal = new AbortController().signal

async function outcome(url: string, networks: string[]) {
  const post = createPostWebhook({ networks, now, resolve, limits })
  const result = await post({ url, headers: {}, body: '{}', clientCertificate: undefined }, signal)
  return result.kind === 'failed' ? result.reason : result.status
}

for (const host of [...literals, ...Object.keys(names)]) {
  test(`a request to ${host} is refused before it connects`, async () => {
    connections = 0
    // 10.0.0.0/8 is allowed, so http as such is possible.
    for (const scheme of ['http', 'https'])
      assert.equal(await outcome(`${scheme}://${host}:${port}/`, ['10.0.0.0/8']), 'refused', scheme)
    assert.equal(connections, 0)
  })
}

test('the address that was checked is the one that is connected to', async () => {
  lookups = 0
  assert.equal(await outcome(`http://rebind.test:${port}/`, ['::1']), 200)
  assert.equal(lookups, 1)
  assert.equal(await outcome(`http://rebind.test:${port}/`, ['::1']), 'refused')
  assert.equal(lookups, 2)
})

test('an allowed network is reached by address and by name, over http too', async () => {
  for (const host of ['127.0.0.1', 'inside.test', '0x7f.1'])
    assert.equal(await outcome(`http://${host}:${port}/`, ['127.0.0.0/8']), 200, host)
  // One address outside the allowed network refuses the name.
  assert.equal(await outcome(`http://mixed.test:${port}/`, ['127.0.0.0/8']), 'refused')
})

test('a public address is not reached over http', async () => {
  assert.equal(await outcome('http://8.8.8.8/', ['127.0.0.0/8']), 'refused')
})
