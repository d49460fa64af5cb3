import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { readConfig } from '../../../server/config.ts'

const keys = `1:${randomBytes(32).toString('base64url')}`
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transfer-link-credentials-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const production = () => ({
  TRANSFER_ENV: 'production',
  PUBLIC_URL: 'https://transfer.example',
  CREDENTIALS_DIRECTORY: folder,
})

test('a credential of systemd stands for its variable', () => {
  writeFileSync(join(folder, 'master-keys'), `${keys}\n`)
  writeFileSync(join(folder, 'database-url'), 'postgresql://user:password@db.example.com/transfers\n')
  const config = readConfig(production())
  assert.equal(config.masterKeys?.current.id, '1')
  assert.equal(config.databaseUrl, 'postgresql://user:password@db.example.com/transfers')
})

test('the client secret of the console at its identity provider can be a credential', () => {
  writeFileSync(join(folder, 'console-oidc-client-secret'), 'secret-at-the-provider\n')
  const config = readConfig({
    CREDENTIALS_DIRECTORY: folder,
    CONSOLE_PORT: '4003',
    CONSOLE_OIDC_ISSUER: 'https://login.example.com',
    CONSOLE_OIDC_CLIENT_ID: 'console',
    CONSOLE_ROLES: 'admin:groups=tl-admins',
  })
  assert.equal(config.console?.oidc?.clientSecret, 'secret-at-the-provider')
})

test('a value that is both a credential and a variable is refused, without showing it', () => {
  writeFileSync(join(folder, 'master-keys'), keys)
  assert.throws(
    () => readConfig({ ...production(), MASTER_KEYS: keys }),
    ({ message }: Error) => /MASTER_KEYS is set, and master-keys/.test(message) && !message.includes(keys),
  )
})

test('a folder without known credentials changes nothing', () => {
  writeFileSync(join(folder, 'other'), keys)
  assert.throws(() => readConfig(production()), /MASTER_KEYS is required/)
})
