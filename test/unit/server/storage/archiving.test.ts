import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copiesNothing } from '../../../../server/storage/archiving.ts'

test('commands that succeed without a copy are known', () => {
  const commands = [
    'true',
    '/bin/true',
    '/usr/bin/true %p',
    ':',
    ': %p',
    'exit 0',
    ' true ',
    'echo %p',
    'cp a b',
    '%%p',
  ]
  assert.deepEqual(
    commands.filter((command) => !copiesNothing(command)),
    [],
  )
})

test('commands that may copy are accepted', () => {
  const commands = [
    'test ! -f /archive/%f && cp %p /archive/%f',
    'pgbackrest --stanza=main archive-push %p',
    'barman-wal-archive backup main %p',
    '/opt/truecopy/bin/archive "%p"',
    'echo %f; cp %p /archive/%f',
    'printf %f > /dev/null && envdir /etc/wal-g wal-g wal-push %p',
  ]
  assert.deepEqual(commands.filter(copiesNothing), [])
})
