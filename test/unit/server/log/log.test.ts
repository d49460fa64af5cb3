import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonLog, type LogLevel } from '../../../../server/log/log.ts'

function logged(level: LogLevel, write: (log: ReturnType<typeof jsonLog>) => void): string[] {
  const lines: string[] = []
  write(jsonLog(level, { write: (line: string) => lines.push(line) }))
  return lines
}

const secretNames = [
  ...['password', 'code', 'mfaCode', 'authCode', 'auth_code', 'authToken', 'auth_token', 'fromAuthToken'],
  ...['FromAuthToken', 'refreshToken', 'refresh_token', 'accessToken', 'sessionToken', 'clientSecret'],
  ...['authorization', 'credentials', 'fields'],
]

test('a field with the name of a secret is redacted, at the top level and one below', () => {
  for (const name of secretNames)
    for (const value of ['s3cret', { key: 's3cret' }, ['s3cret']]) {
      const [line = ''] = logged('info', (log) => log.info({ id: 7, [name]: value, inner: { [name]: value } }, 'test'))
      assert.doesNotMatch(line, /s3cret/, name)
      const { id, inner, [name]: own } = JSON.parse(line) as Record<string, unknown>
      assert.deepEqual({ id, own, inner }, { id: 7, own: '[secret]', inner: { [name]: '[secret]' } })
    }
})

test('a line is one JSON object with level, time, fields and message, and nothing about the machine', () => {
  const [line = ''] = logged('info', (log) => log.warn({ requestId: 'r-1', status: 503 }, 'a "message"\nwith %s'))
  assert.match(line, /^[^\n]+\n$/)
  const { time, ...rest } = JSON.parse(line) as Record<string, unknown>
  assert.deepEqual(rest, { level: 40, requestId: 'r-1', status: 503, msg: 'a "message"\nwith %s' })
  assert.equal(new Date(String(time)).toISOString(), time)
})

test('a level writes nothing that is less severe', () => {
  const counts = (['debug', 'info', 'warn', 'error', 'silent'] as const).map(
    (level) =>
      logged(level, (log) => {
        log.info({}, 'info')
        log.warn({}, 'warn')
        log.error({}, 'error')
      }).length,
  )
  assert.deepEqual(counts, [3, 3, 2, 1, 0])
})

test('a field that cannot be serialized never makes the caller fail', () => {
  const circular: Record<string, unknown> = { password: 's3cret' }
  circular.self = circular
  const failing = {
    toJSON() {
      throw new Error('no JSON')
    },
  }
  const lines = logged('info', (log) => {
    log.error({ circular }, 'circular')
    log.error({ big: 1n }, 'big')
    log.error({ failing }, 'failing')
  })
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['circular', 'big', 'failing'],
  )
})

test('a logged object stays as it was', () => {
  const fields = { password: 's3cret', inner: { code: '123456' } }
  logged('info', (log) => log.info(fields, 'test'))
  assert.deepEqual(fields, { password: 's3cret', inner: { code: '123456' } })
})
