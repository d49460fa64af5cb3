// The settings and commands of docs/src/content/docs/operate/console.md.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { readConfig } from '../../../server/config.ts'
import { consoleEndpoints } from '../../../server/console/console-endpoints.ts'
import { nameOf } from '../../../server/console/operator-claims.ts'
import { openStorage } from '../../../server/storage/open.ts'
import { runCliHere } from '../../support/cli.ts'
import { pageBlocks } from '../../support/readme.ts'

const page = 'docs/src/content/docs/operate/console.md'
const production = {
  TRANSFER_ENV: 'production',
  PUBLIC_URL: 'https://transfer.example',
  MASTER_KEYS: `1:${randomBytes(32).toString('base64url')}`,
}

/** `NAME=value` lines, as a shell reads them. */
function settingsOf(part: string): Record<string, string> {
  const block = pageBlocks(page).find(({ text }) => text.includes(part))?.text ?? assert.fail(part)
  const lines = block.split('\n').filter((line) => line.includes('='))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', quoted, plain] = /^(\w+)=(?:'([^']*)'|(\S*))/.exec(line) ?? []
      return [name, quoted ?? plain ?? '']
    }),
  )
}

test('the settings of the page are accepted in production', () => {
  const address = settingsOf('CONSOLE_PORT=')
  const provider = { ...settingsOf('CONSOLE_ROLES='), CONSOLE_OIDC_CLIENT_SECRET: 'secret-of-the-provider' }
  const { console: settings } = readConfig({ ...production, ...address, ...provider })
  assert.equal(settings?.url, 'https://console.example.com')
  assert.deepEqual(
    settings?.oidc?.roles.map(({ role }) => role),
    ['admin', 'operator', 'viewer'],
  )
  assert.ok(
    consoleEndpoints.some(({ path }) => path === '/api/sign-in/oidc/callback'),
    'the redirect address of the page',
  )
})

test('the page states which actions require a recent sign-in', () => {
  const text = readFileSync(join(projectRoot, page), 'utf8').replace(/\s+/g, ' ')
  assert.match(
    text,
    /Actions that only admins may take, and the resolution of a transfer, also require a sign-in of the last five minutes/,
  )
  for (const endpoint of consoleEndpoints) {
    if (endpoint.kind !== 'action') continue
    const isResolution = endpoint.path.startsWith('/api/transfers/')
    assert.equal(endpoint.recentSignIn, endpoint.role === 'admin' || isResolution, endpoint.path)
  }
})

test('an operator is named as the page says', () => {
  const claims = { email: 'kim@example.com', preferred_username: 'kim', sub: '17' }
  assert.equal(nameOf(claims), claims.email)
  assert.equal(nameOf({ ...claims, email_verified: false }), claims.preferred_username)
  assert.equal(nameOf({ sub: claims.sub }), claims.sub)
})

test('the console is off without CONSOLE_PORT', () => {
  assert.equal(readConfig(production).console, null)
})

test('the invitation of the page prints a one-time URL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-docs-'))
  try {
    const environment = { DATA_DIR: folder, CONSOLE_PORT: '4003', CONSOLE_URL: 'http://console.localhost:4003' }
    await (await openStorage(readConfig(environment))).close()
    const command = pageBlocks(page).find(({ text }) => text.includes('operator invite'))?.text ?? ''
    const words = [...command.trim().matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const { code, out, error } = await runCliHere(words.slice(1), environment)
    assert.equal(code, 0, error)
    assert.match(out, /http:\/\/console\.localhost:4003\/sign-in#invite=\S{43}/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
