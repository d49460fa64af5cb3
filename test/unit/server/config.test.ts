import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ConfigError, readConfig, storagePlace } from '../../../server/config.ts'

test('nothing needs to be set for the sandbox', () => {
  const config = readConfig({})
  assert.deepEqual([config.environment, config.port, config.publicUrl], ['sandbox', 4000, 'http://localhost:4000'])
})

test('every problem is reported at once, with its name and an example', () => {
  const environment = {
    PORT: 'x',
    TRANSFER_ENV: 'live',
    MASTER_KEYS: 'short',
    RPC_URLS: 'ethereum',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'nowhere',
    DOCS_URL: 'docs',
  }
  assert.throws(
    () => readConfig(environment),
    (error: ConfigError) => {
      for (const name of Object.keys(environment)) assert.match(error.message, new RegExp(`- ${name} .*example`))
      assert.ok(!error.message.includes('short'))
      return error instanceof ConfigError
    },
  )
})

test('problems of values that can be read are reported beside those of values that cannot', () => {
  const environment = {
    TRANSFER_ENV: 'production',
    MASTER_KEYS: 'short',
    PUBLIC_URL: 'http://transfers.example.com',
    PORT: 'x',
    RPC_URLS: 'nowhere=http://127.0.0.1:1',
    REFUSED_ADDRESSES: 'no/such/file.txt',
    COINBASE_CLIENT_ID: 'short',
  }
  assert.throws(
    () => readConfig(environment),
    ({ problems }: ConfigError) => {
      const names = problems.map((problem) => problem.split(' ')[0]).sort()
      // Coinbase: an id that is too short, and no secret.
      assert.deepEqual(names, [...Object.keys(environment).slice(1), 'COINBASE_CLIENT_ID'].sort())
      return true
    },
  )
  assert.throws(
    () => readConfig({ TRANSFER_ENV: 'live', HOST: '0.0.0.0' }),
    ({ problems }: ConfigError) => problems.length === 1,
  )
})

test('production refuses settings of the sandbox', () => {
  assert.throws(() => readConfig({ TRANSFER_ENV: 'production' }), /MASTER_KEYS[\s\S]*PUBLIC_URL/)
  const key = randomBytes(32).toString('base64url')
  const config = readConfig({
    TRANSFER_ENV: 'production',
    MASTER_KEYS: `1:${key}`,
    PUBLIC_URL: 'https://transfers.example.com/',
  })
  assert.equal(config.publicUrl, 'https://transfers.example.com')
})

test('the address of the documentation is optional, and has no slash at its end', () => {
  assert.equal(readConfig({}).docsUrl, null)
  assert.equal(readConfig({ DOCS_URL: 'https://example.com/docs/' }).docsUrl, 'https://example.com/docs')
})

test('an address with characters that no URL has is refused', () => {
  for (const path of ['"onload="', '<b>', 'a\\b', 'zoë', '`', '{docs}', '|', '^']) {
    for (const name of ['DOCS_URL', 'PUBLIC_URL'])
      assert.throws(() => readConfig({ [name]: `https://example.com/${path}` }), /percent-encoded.*example/, path)
  }
  assert.equal(readConfig({ DOCS_URL: 'https://example.com/zo%C3%AB' }).docsUrl, 'https://example.com/zo%C3%AB')
})

test('the sandbox can settle lost responses sooner, production cannot', () => {
  assert.equal(readConfig({}).sandboxSpeedup, 1)
  assert.equal(readConfig({ SANDBOX_SPEEDUP: '6' }).sandboxSpeedup, 6)
  assert.throws(() => readConfig({ SANDBOX_SPEEDUP: '60' }), /SANDBOX_SPEEDUP/)
  assert.throws(() => readConfig({ TRANSFER_ENV: 'production', SANDBOX_SPEEDUP: '6' }), /SANDBOX_SPEEDUP/)
})

test('addresses of chain nodes are read per network', () => {
  const { rpcUrls } = readConfig({ RPC_URLS: 'ethereum=http://127.0.0.1:1, base=http://127.0.0.1:2' })
  assert.deepEqual(
    [...rpcUrls],
    [
      ['ethereum', 'http://127.0.0.1:1'],
      ['base', 'http://127.0.0.1:2'],
    ],
  )
})

test('limits, proxies and metrics are set by name, and unreadable values are reported', () => {
  const { rateLimits, trustedProxies, metricsToken } = readConfig({
    RATE_LIMITS: 'client=500/2, signIn=10/60',
    TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1',
  })
  assert.deepEqual(rateLimits, {
    client: { quota: 500, windowSeconds: 2 },
    signIn: { quota: 10, windowSeconds: 60 },
  })
  assert.deepEqual([trustedProxies, metricsToken], [['10.0.0.0/8', '2001:db8::1'], null])
  for (const RATE_LIMITS of ['client', 'client=0/1', 'nobody=1/1', 'client=1/0'])
    assert.throws(() => readConfig({ RATE_LIMITS }), new RegExp(`RATE_LIMITS .*not "${RATE_LIMITS}", for example`))
  for (const TRUSTED_PROXIES of ['proxy', '10.0.0.0/33', '10.0.0.1,'])
    assert.throws(() => readConfig({ TRUSTED_PROXIES }), /TRUSTED_PROXIES .*example/)
  assert.throws(() => readConfig({ METRICS_TOKEN: 'short' }), /METRICS_TOKEN .*example/)
  assert.equal(readConfig({ METRICS_TOKEN: 'x'.repeat(32) }).metricsToken, 'x'.repeat(32))
})

test('the place of the data names no user and no password', () => {
  const DATABASE_URL = 'postgresql://user:open-sesame@a.example.com,b.example.com:5433/transfers?sslmode=require'
  const place = 'a.example.com:5432,b.example.com:5433/transfers'
  assert.equal(storagePlace(readConfig({ ...production, DATABASE_URL })), place)
  assert.equal(storagePlace(readConfig({ ...production, DATA_DIR: '/srv/data' })), '/srv/data')
})

test('webhooks reach the networks that are set, and loopback in the sandbox alone', () => {
  const WEBHOOK_NETWORKS = '10.2.0.0/16, 192.168.1.7'
  const networks = ['10.2.0.0/16', '192.168.1.7']
  assert.deepEqual(readConfig({ WEBHOOK_NETWORKS }).webhookNetworks, ['127.0.0.0/8', '::1', ...networks])
  assert.deepEqual(readConfig({ ...production, WEBHOOK_NETWORKS }).webhookNetworks, networks)
  assert.deepEqual(readConfig(production).webhookNetworks, [])
  for (const wrong of ['intranet', '10.2.0.0/33', '10.2.0.0/', 'fd00::/129', '10.2.0.0/16,', 'fe80::1%lo'])
    assert.throws(() => readConfig({ WEBHOOK_NETWORKS: wrong }), /WEBHOOK_NETWORKS must be .*for example 10\.2/, wrong)
})

test('webhooks use the proxy of HTTPS_PROXY, and a refused one is not repeated in the error', () => {
  const proxyOf = (HTTPS_PROXY: string) => readConfig({ HTTPS_PROXY }).webhookProxy?.href
  assert.equal(proxyOf('http://user:pass@proxy.example.com:3128'), 'http://user:pass@proxy.example.com:3128/')
  assert.equal(proxyOf('proxy.example.com:3128'), 'http://proxy.example.com:3128/')
  assert.equal(readConfig({}).webhookProxy, null)
  for (const wrong of [
    'socks5://user:pass@proxy:1080',
    'http://user:pass@proxy/path',
    'http://',
    'http://%zz:pass@proxy',
  ])
    assert.throws(
      () => readConfig({ HTTPS_PROXY: wrong }),
      ({ message }: Error) => /HTTPS_PROXY must be .*for example http:/.test(message) && !message.includes('pass'),
      wrong,
    )
})

test('retention periods are set by name, and short ones are refused in production', () => {
  const dayMs = 86_400_000
  const { retention } = readConfig({ RETENTION: 'links=90m, previews=48h,signIns=2d' })
  assert.deepEqual(retention, {
    links: 90 * 60_000,
    previews: 2 * dayMs,
    signIns: 2 * dayMs,
    idempotencyKeys: 365 * dayMs,
    erasure: 14 * dayMs,
  })
  assert.equal(readConfig({}).retention.links, 30 * dayMs)
  const naming = (pair: string) => new RegExp(`RETENTION must be .*days \\(d\\), not "${pair}", for example links=30d`)
  for (const RETENTION of ['links', 'links=0d', 'nobody=1d', 'links=1w', 'links=1.5d', 'links=-1d', 'links=99999d'])
    assert.throws(() => readConfig({ RETENTION: `previews=1d, ${RETENTION}` }), naming(RETENTION))
  assert.throws(
    () => readConfig({ RETENTION: 'links=1w, signIns=1d,signIns=2d,keys=1d' }),
    /RETENTION must be .*, not "links=1w" or "keys=1d", and must set signIns once, for example/,
  )
  const production = { TRANSFER_ENV: 'production', RETENTION: 'links=23h,signIns=1d,previews=5m' }
  assert.throws(() => readConfig(production), /RETENTION must be at least a day in production for links, previews, /)
  const both = { TRANSFER_ENV: 'production', RETENTION: 'links=1w,previews=5m' }
  assert.throws(
    () => readConfig(both),
    /not "links=1w", .*RETENTION must be at least a day in production for previews, /s,
  )
  assert.throws(
    () => readConfig({ TRANSFER_ENV: 'production', RETENTION: 'links=24h' }),
    (error: Error) => !error.message.includes('RETENTION'),
  )
})

test('a name that is set twice is refused, and no URL of a node is repeated', () => {
  const repeated = {
    RETENTION: 'links=1d,previews=2d,links=3d',
    RATE_LIMITS: 'client=1/1,client=1/1',
    RPC_URLS: 'base=http://127.0.0.1:1/key-1,base=http://127.0.0.1:1/key-2',
  }
  assert.throws(
    () => readConfig(repeated),
    (error: ConfigError) => {
      const starts = [
        'RPC_URLS must set base once, ',
        'RATE_LIMITS must set client once, ',
        'RETENTION must set links once, ',
      ]
      assert.equal(error.problems.length, starts.length)
      for (const [at, start] of starts.entries()) assert.ok(error.problems[at]?.startsWith(`${start}for example `))
      return !error.message.includes('key-')
    },
  )
})

test('the provider is named with its links, which have no meaning without a name', () => {
  assert.equal(readConfig({}).provider, null)
  assert.deepEqual(readConfig({ PROVIDER_NAME: ' Example Payments ' }).provider, {
    name: 'Example Payments',
    termsUrl: null,
    privacyUrl: null,
  })
  const links = { PROVIDER_TERMS_URL: 'https://example.com/terms?v=2', PROVIDER_PRIVACY_URL: 'https://example.com/p#a' }
  assert.deepEqual(readConfig({ PROVIDER_NAME: 'Ex', ...links }).provider, {
    name: 'Ex',
    termsUrl: 'https://example.com/terms?v=2',
    privacyUrl: 'https://example.com/p#a',
  })
  assert.throws(() => readConfig(links), /PROVIDER_NAME is required with PROVIDER_TERMS_URL and PROVIDER_PRIVACY_URL/)
  for (const PROVIDER_NAME of [' ', 'a\nb', '\u202eEvil', 'x'.repeat(61)])
    assert.throws(() => readConfig({ PROVIDER_NAME }), /PROVIDER_NAME must .*example/)
  for (const PROVIDER_TERMS_URL of [
    'javascript:alert(1)',
    'http://example.com',
    'https://user:secret@example.com',
    '/x',
  ])
    assert.throws(() => readConfig({ PROVIDER_NAME: 'Ex', PROVIDER_TERMS_URL }), /PROVIDER_TERMS_URL must .*example/)
})

const production = {
  TRANSFER_ENV: 'production',
  MASTER_KEYS: `1:${randomBytes(32).toString('base64url')}`,
  PUBLIC_URL: 'https://transfers.example.com',
}

test('the server listens on loopback unless HOST names another address, which the sandbox refuses', () => {
  for (const environment of [{}, production, { ...production, HOST: 'localhost' }]) {
    assert.deepEqual(readConfig(environment).hosts, ['127.0.0.1', '::1'])
  }
  assert.deepEqual(readConfig({ ...production, HOST: '0.0.0.0' }).hosts, ['0.0.0.0'])
  assert.deepEqual(readConfig({ ...production, HOST: '[::]' }).hosts, ['::'])
  assert.deepEqual(readConfig({ HOST: '127.0.0.2' }).hosts, ['127.0.0.2'])
  assert.throws(() => readConfig({ HOST: '0.0.0.0' }), /- HOST must be a loopback address in the sandbox, .*example/)
  for (const HOST of ['everywhere', '10.0.0', '127.0.0.1,::1']) {
    assert.throws(() => readConfig({ ...production, HOST }), /- HOST must be an address of this machine.*example/)
  }
})

test('a PUBLIC_URL with user, query or fragment is refused without repeating it', () => {
  for (const PUBLIC_URL of [
    'https://open-sesame@transfers.example.com',
    'https://user:open-sesame@transfers.example.com/',
    'https://transfers.example.com/?open-sesame',
    'https://transfers.example.com/#',
    'ftp://transfers.example.com/open-sesame',
  ]) {
    assert.throws(
      () => readConfig({ ...production, PUBLIC_URL }),
      (error: Error) => /- PUBLIC_URL .*example/.test(error.message) && !error.message.includes('open-sesame'),
      PUBLIC_URL,
    )
  }
  const PUBLIC_URL = 'https://example.com/transfers/'
  assert.equal(readConfig({ ...production, PUBLIC_URL }).publicUrl, 'https://example.com/transfers')
})

test('master keys that are a pattern, or share an id, are refused with how to make one, and never repeated', () => {
  const key = randomBytes(32).toString('base64url')
  const patterns = [
    Buffer.alloc(32),
    Buffer.alloc(32, 0xa5),
    Buffer.from('ab'.repeat(16)),
    Buffer.from('0123456789abcdef'.repeat(2)),
    Buffer.from(Array.from({ length: 32 }, (_, at) => at)),
    Buffer.from(Array.from({ length: 32 }, (_, at) => (255 - 3 * at) & 255)),
  ].map((bytes) => bytes.toString('base64url'))
  const rings = [
    ...patterns.flatMap((each) => [`1:${each}`, `2:${key},1:${each}`]),
    `1:${key},1:${randomBytes(32).toString('base64url')}`,
  ]
  for (const MASTER_KEYS of rings) {
    assert.throws(
      () => readConfig({ ...production, MASTER_KEYS }),
      ({ message }: Error) =>
        /- MASTER_KEYS .*example.*randomBytes\(32\)/.test(message) &&
        !message.includes(key) &&
        !patterns.some((each) => message.includes(each)),
      MASTER_KEYS,
    )
  }
  assert.throws(
    () => readConfig({ MASTER_KEYS: rings.at(-1) }),
    /- MASTER_KEYS has two keys with the id 1\. Give the new key another id, for example/,
  )
  for (let n = 0; n < 1_000; n++) assert.ok(readConfig({ MASTER_KEYS: `1:${randomBytes(32).toString('base64url')}` }))
  const { masterKeys } = readConfig({ MASTER_KEYS: `2:${key},1:${randomBytes(32).toString('base64url')}` })
  assert.equal(masterKeys?.current.id, '2')
})
