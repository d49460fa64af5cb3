import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf, roleOf } from '../../../../server/console/operator-claims.ts'

const rules = [
  { role: 'viewer', claim: 'groups', value: 'everyone' },
  { role: 'admin', claim: 'groups', value: 'tl-admins' },
  { role: 'operator', claim: 'department', value: 'support' },
] as const

test('the highest role with a matching claim counts, and without one there is none', () => {
  for (const [claims, role] of [
    [{ groups: ['everyone', 'tl-admins'] }, 'admin'],
    [{ groups: 'everyone', department: 'support' }, 'operator'],
    [{ groups: ['everyone'] }, 'viewer'],
    [{ groups: 'everyone tl-admins' }, null],
    [{ groups: ['TL-ADMINS', 'tl-admins '] }, null],
    [{ groups: [['tl-admins']] }, null],
    [{ groups: { 'tl-admins': 'tl-admins' } }, null],
    [{ department: 'tl-admins' }, null],
    [{}, null],
  ] as const)
    assert.equal(roleOf(claims, rules), role, JSON.stringify(claims))
  assert.equal(roleOf({}, [{ role: 'admin', claim: 'constructor', value: 'x' }]), null)
  assert.equal(roleOf({ groups: ['a'] }, []), null)
})

test('the name is an address or a user name, and the provider’s id without either', () => {
  for (const [claims, name] of [
    [{ sub: '1', email: 'ada@example.com', preferred_username: 'ada' }, 'ada@example.com'],
    [{ sub: '1', email: 'ada@example.com', email_verified: true }, 'ada@example.com'],
    [{ sub: '1', email: 'root@example.com', email_verified: false }, '1'],
    [{ sub: '1', preferred_username: 'ada' }, 'ada'],
    [{ sub: '1' }, '1'],
    [{ sub: '1', email: '\u202eada@example.com' }, '1'],
    [{ sub: '1', email: ['ada@example.com'] }, '1'],
    [{ sub: '1', email: ' ada@example.com' }, '1'],
    [{ sub: 'a'.repeat(101) }, null],
  ] as const)
    assert.equal(nameOf(claims), name, JSON.stringify(claims))
})
