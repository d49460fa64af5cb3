import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { ConnectionLost, NoWritableHost, ReadOnlyHost } from '../../../../server/storage/connection-lost.ts'
import { DatabaseUnreachable } from '../../../../server/storage/postgres.ts'

const hosts = ['a', 'b:5433', 'c'].map((host) => `postgresql://user:open-sesame@${host}/x`)
const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.2:5432'), { code: 'ECONNREFUSED' })
const unknownName = Object.assign(new Error('getaddrinfo ENOTFOUND c'), { code: 'ENOTFOUND' })

function sentencesFor(...errors: Error[]): string {
  const failures = errors.map((error, at) => ({ address: hosts[at] ?? '', error }))
  const url = 'postgresql://user:open-sesame@a,b:5433,c/x'
  return new DatabaseUnreachable(url, new ConnectionLost(new NoWritableHost(failures))).message
}

test('each host is named with its reason, and the last sentence says what to do', () => {
  const start = 'PostgreSQL at a:5432,b:5433,c:5432/x could not be opened: no host accepts writes. '
  assert.equal(
    sentencesFor(new ReadOnlyHost(), refused, unknownName),
    `${start}a:5432 is a standby, or read-only. b:5433 refuses connections. c:5432 has a name that cannot be resolved. \
Start the primary or promote a standby, and check that DATABASE_URL names every host.`,
  )
  assert.equal(
    sentencesFor(new ReadOnlyHost(), new ReadOnlyHost()),
    `${start}a:5432 is a standby, or read-only. b:5433 is a standby, or read-only. \
Promote one of them, or add the primary to DATABASE_URL.`,
  )
  assert.equal(
    sentencesFor(new DatabaseError('password authentication failed', 1, 'error'), new Error('timeout expired')),
    `${start}a:5432 refuses the connection: password authentication failed. b:5433 does not respond. \
Check that the hosts run, and that DATABASE_URL is correct.`,
  )
})

test('no sentence is longer than 25 words, and none contains the password', () => {
  const invalid = new TypeError('Invalid URL postgresql://user:open-sesame@c')
  const message = sentencesFor(new ReadOnlyHost(), refused, invalid)
  assert.ok(!message.includes('open-sesame'))
  for (const sentence of message.split(/\.(?: |$)/)) assert.ok(sentence.split(' ').length <= 25, sentence)
})
