// Names of receivers are resolved without the threads that the process needs for its other lookups. With a real name server.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { after, before, beforeEach, test } from 'node:test'
import { nameResolver, type Resolve } from '../../../../server/webhooks/name-resolver.ts'
import { createPostWebhook } from '../../../../server/webhooks/post-webhook.ts'
import { type NameServer, startNameServer } from '../../../support/name-server.ts'

const v6 = '2001:4860:0:0:0:0:0:7'
const records: Record<string, string[] | 'silent'> = {
  ...{ 'A silent.test': 'silent', 'AAAA silent.test': 'silent' },
  ...{ 'A shop.test': ['192.0.9.7', '192.0.9.8'], 'AAAA shop.test': [v6] },
  ...{ 'A half.test': ['192.0.9.7'], 'AAAA half.test': 'silent' },
  ...{ 'A v6.test': [], 'AAAA v6.test': [v6] },
  ...{ 'A inside.test': ['127.0.0.1'], 'A mixed.test': ['192.0.9.7'], 'AAAA mixed.test': ['fd00:0:0:0:0:0:0:1'] },
  ...{
    'A pod.payments': ['192.0.9.9'],
    'A pod.payments.cluster.test': ['10.0.0.7'],
    'A pod.second.test': ['10.0.0.8'],
  },
  'A listed.test': ['192.0.9.7'],
}
const folder = mkdtempSync(join(tmpdir(), 'name-resolver-'))
const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const hosts = `127.0.0.1\tlocalhost # 10.9.9.9 commented.test
#10.9.9.9 commented.test
::1 ip6-localhost
  10.1.2.3   Listed.test alias
10.1.2.4 listed.test
`
const files = {
  hostsFile: written('hosts', hosts),
  configurationFile: written(
    'resolv.conf',
    'nameserver 127.0.0.1\nsearch ignored.test\nsearch cluster.test second.test .\n',
  ),
}
const inCluster = written('cluster.conf', 'search cluster.test\noptions timeout:2 ndots:5\n')

let server: NameServer
let servers: string[]
before(async () => {
  server = await startNameServer((query) => records[query])
  servers = [server.address]
})
beforeEach(() => server.queries.splice(0))
after(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

const resolver = (changes: Parameters<typeof nameResolver>[0] = {}) => nameResolver({ ...files, servers, ...changes })
const addressesOf = async (name: string, resolve = resolver()) => (await resolve(name)).map(({ address }) => address)
const codeOf = (name: string, resolve = resolver()) =>
  resolve(name).then(
    () => 'resolved',
    ({ code }) => code,
  )

async function outcome(
  url: string,
  { networks = [] as string[], resolve }: { networks?: string[]; resolve?: Resolve },
) {
  const post = createPostWebhook({ networks, now: () => new Date(), ...(resolve && { resolve }) })
  const request = { url, headers: {}, body: '{}', clientCertificate: undefined }
  const result = await post(request, new AbortController().signal)
  return result.kind === 'failed' ? result.reason : result.status
}

test('a silent name server is a timeout of its receivers, and delays no other lookup of the process', async () => {
  const resolve = resolver({ limitMs: 500 })
  const ended: string[] = []
  const posts = Array.from({ length: 8 }, async () =>
    ended.push((await outcome('https://silent.test/', { resolve })) as string),
  )
  await Promise.all([lookup('localhost').then(() => ended.push('lookup')), ...posts])
  assert.deepEqual(ended, ['lookup', ...Array(8).fill('timeout')])
  assert.equal(server.queries.filter((query) => query === 'A silent.test').length, 8)
  assert.equal(await codeOf('silent.test', resolve), 'ETIMEDOUT')
})

test('without settings too, no name is resolved by dns.lookup', async () => {
  const receiver = createServer((_request, response) => response.end('ok'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const name = `${randomUUID()}.localhost`
  const lookups: (string | undefined)[] = []
  const observer = new PerformanceObserver((list) => lookups.push(...list.getEntries().map(nameOf)))
  observer.observe({ type: 'dns' })
  const { port } = receiver.address() as AddressInfo
  assert.equal(await outcome(`http://${name}:${port}/`, { networks: ['127.0.0.0/8', '::1'] }), 200)
  await lookup('localhost')
  lookups.push(...observer.takeRecords().map(nameOf))
  observer.disconnect()
  receiver.close()
  receiver.closeAllConnections()
  assert.ok(lookups.includes('localhost'), 'lookups are observed')
  assert.ok(!lookups.includes(name))
})

test('addresses of both families are returned, and one family is enough', async () => {
  assert.deepEqual(await resolver()('shop.test'), [
    { address: '192.0.9.7', family: 4 },
    { address: '192.0.9.8', family: 4 },
    { address: '2001:4860::7', family: 6 },
  ])
  assert.deepEqual(await addressesOf('v6.test'), ['2001:4860::7'])
  assert.deepEqual(await addressesOf('half.test', resolver({ limitMs: 200 })), ['192.0.9.7'])
})

test('all addresses that the name servers return are checked', async () => {
  for (const name of ['inside.test', 'mixed.test'])
    assert.equal(await outcome(`https://${name}/`, { resolve: resolver() }), 'refused', name)
  assert.equal(await codeOf('none.test'), undefined)
  assert.equal(await outcome('https://none.test/', { resolve: resolver() }), 'refused')
})

test('a name in /etc/hosts has the addresses of all of its lines, and no query is sent', async () => {
  for (const name of ['listed.test', 'listed.test.'])
    assert.deepEqual(await addressesOf(name), ['10.1.2.3', '10.1.2.4'])
  assert.deepEqual(await addressesOf('alias'), ['10.1.2.3'])
  assert.deepEqual(await addressesOf('localhost'), ['127.0.0.1'])
  const withoutHosts = resolver({ hostsFile: join(folder, 'none') })
  for (const name of ['localhost', 'a.localhost.'])
    assert.deepEqual(await addressesOf(name, withoutHosts), ['127.0.0.1', '::1'])
  assert.deepEqual(server.queries, [])
  assert.equal(await codeOf('commented.test'), undefined)
})

test('search domains are used in the order of resolv.conf', async () => {
  assert.deepEqual(await addressesOf('pod.payments'), ['192.0.9.9'])
  assert.deepEqual(await addressesOf('pod.payments', resolver({ configurationFile: inCluster })), ['10.0.0.7'])
  assert.deepEqual(await addressesOf('pod'), ['10.0.0.8'])
  server.queries.splice(0)
  assert.equal(await codeOf('pod.'), undefined)
  assert.deepEqual(server.queries.toSorted(), ['A pod', 'AAAA pod'])
})

function nameOf(entry: PerformanceEntry & { detail?: { hostname?: string } }): string | undefined {
  return entry.detail?.hostname
}
