// The file for coding assistants leads to a working integration.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skillFile } from '../../../scripts/docs/skill-file.ts'

const site = 'https://docs.example.com'
const text = skillFile(site)
const [rules = '', tagPath = '', , restPath = ''] = text.split(/^## Path \d: .*$/m)

test('every address leads to the site or to the sandbox', () => {
  const addresses: string[] = text.match(/https?:\/\/[^\s/'"`]+/g) ?? []
  assert.ok(addresses.includes(site))
  for (const address of addresses) assert.ok(address === site || address.startsWith('http://localhost:'), address)
  assert.doesNotMatch(text, /\{site\}/)
})

test('the client that it creates has the callback URL of its links', () => {
  const [, registered] = /client create 'My site' --callback (\S+)/.exec(rules) ?? assert.fail('no client')
  assert.ok(tagPath.includes(`callbackUrl: '${registered}'`))
})

test('each path follows the rules', () => {
  assert.match(rules, /In paths 1 and 2, set `TokenDelivery` to `server`\. In path 3, .*leave it out/s)
  assert.match(tagPath, /TokenDelivery: 'server'/)
  assert.doesNotMatch(restPath, /TokenDelivery/)
  assert.match(rules, /A transfer of path 3 has no `linkId`/)
  assert.doesNotMatch(restPath, /linkId=/)
})
