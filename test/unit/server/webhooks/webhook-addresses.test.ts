import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookAddresses } from '../../../../server/webhooks/webhook-addresses.ts'

const internal = [
  '0.0.0.0 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255',
  '192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1',
  '255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::7f00:1 100::1',
  '2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%lo fec0::1 ff02::1',
].flatMap((line) => line.split(' '))

test('internal, reserved and translated addresses are not reached', () => {
  const { mayReach } = webhookAddresses([])
  for (const address of [...internal, 'localhost', '']) assert.equal(mayReach(address), false, address)
})

test('public addresses are reached, but not as if they were internal', () => {
  const { mayReach, isAllowedInternal } = webhookAddresses([])
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '168.63.129.17',
    '2606:4700::1111',
    '2a00::1',
  ]) {
    assert.equal(mayReach(address), true, address)
    assert.equal(isAllowedInternal(address), false, address)
  }
})

test('an allowed network is reached, and nothing beside it', () => {
  const { mayReach, isAllowedInternal } = webhookAddresses(['10.2.0.0/16', '192.168.1.7', 'fd00:1::/32'])
  for (const address of ['10.2.255.1', '192.168.1.7', 'fd00:1::5', '::ffff:10.2.0.1'])
    assert.deepEqual([mayReach(address), isAllowedInternal(address)], [true, true], address)
  for (const address of ['10.3.0.1', '192.168.1.8', 'fd00:2::5', '::ffff:10.3.0.1', '127.0.0.1'])
    assert.equal(mayReach(address), false, address)
})
