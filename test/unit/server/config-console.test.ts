import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../server/config.ts'

const oidc = {
  CONSOLE_PORT: '4003',
  CONSOLE_OIDC_ISSUER: 'https://login.example.com/tenant/',
  CONSOLE_OIDC_CLIENT_ID: 'transfer-link-console',
  CONSOLE_OIDC_CLIENT_SECRET: 'open-sesame',
  CONSOLE_ROLES: 'admin:groups=tl-admins; operator:https://example.com/roles=a=b c ;viewer:email=ada@example.com',
}

test('the settings of the identity provider are read, its URL as it is written', () => {
  assert.deepEqual(readConfig(oidc).console?.oidc, {
    issuer: 'https://login.example.com/tenant/',
    clientId: 'transfer-link-console',
    clientSecret: 'open-sesame',
    roles: [
      { role: 'admin', claim: 'groups', value: 'tl-admins' },
      { role: 'operator', claim: 'https://example.com/roles', value: 'a=b c' },
      { role: 'viewer', claim: 'email', value: 'ada@example.com' },
    ],
  })
  assert.equal(readConfig({ CONSOLE_PORT: '4003' }).console?.oidc, null)
})

test('the variables of the identity provider are set together', () => {
  for (const name of Object.keys(oidc).filter((each) => each !== 'CONSOLE_PORT')) {
    assert.throws(
      () => readConfig({ ...oidc, [name]: undefined }),
      ({ message }: Error) => message.includes(`- ${name} is required with `) && !message.includes('open-sesame'),
    )
  }
})

test('the provider is reached over https, except on this machine', () => {
  const issuer = (CONSOLE_OIDC_ISSUER: string) => readConfig({ ...oidc, CONSOLE_OIDC_ISSUER }).console?.oidc?.issuer
  for (const url of ['http://127.0.0.1:9000', 'http://localhost:9000/realms/a']) assert.equal(issuer(url), url)
  for (const url of ['http://login.example.com', 'http://127.evil.example', 'http://localhost.evil.example'])
    assert.throws(() => issuer(url), /- CONSOLE_OIDC_ISSUER must be an https address.*example/)
  for (const url of ['login.example.com', 'https://user:open-sesame@login.example.com', 'https://login.example.com/?a'])
    assert.throws(
      () => issuer(url),
      ({ message }: Error) => /- CONSOLE_OIDC_ISSUER must be/.test(message) && !message.includes('open-sesame'),
    )
})

test('rules that give no known role are refused', () => {
  for (const CONSOLE_ROLES of ['admin', 'admin:groups', 'admin:groups=', 'owner:groups=a', 'admin:groups=a;;'])
    assert.throws(() => readConfig({ ...oidc, CONSOLE_ROLES }), /- CONSOLE_ROLES must be role:claim=value rules/)
})

test('a console under the name of another page of this machine is refused', () => {
  const config = (CONSOLE_URL: string) => readConfig({ CONSOLE_PORT: '4003', CONSOLE_URL })
  assert.equal(config('http://console.localhost:4003').console?.url, 'http://console.localhost:4003')
  assert.throws(() => config('http://localhost:4003'), /another host name than PUBLIC_URL/)
})
