import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWebhookUrl } from '../../../../server/webhooks/check-webhook-url.ts'

const loopback = ['127.0.0.0/8', '::1']

test('an https URL with a public host is accepted', () => {
  for (const url of [
    'https://example.com',
    'https://example.com./',
    'https://example.com:8443/a?b=c',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])
    assert.equal(checkWebhookUrl(url, []), null, url)
})

test('a reason names what to change', () => {
  const refused: [string, RegExp][] = [
    ['', /complete URL/],
    ['example.com/hook', /complete URL/],
    [' https://example.com/', /complete URL/],
    ['https://exam\u202eple.com/', /complete URL/],
    ['https://[::1/', /complete URL/],
    ['ftp://example.com/', /start with https/],
    ['http://example.com/', /start with https/],
    ['http://8.8.8.8/', /start with https/],
    ['https://user@example.com/', /user name/],
    ['https://:password@example.com/', /password/],
    ['https://example.com/#', /fragment/],
    [`https://example.com/${'a'.repeat(2000)}`, /2000 characters/],
    [`https://example.com/${'é'.repeat(400)}`, /2000 characters once/],
    ['https://./', /empty label/],
    ['https://../', /empty label/],
    ['https://.example.com/', /empty label/],
    ['https://example..com/', /empty label/],
  ]
  for (const [url, reason] of refused) assert.match(checkWebhookUrl(url, []) ?? '', reason, url)
})

test('a written internal address and localhost are refused, with the variable that allows them', () => {
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::127.0.0.1]',
    'localhost',
    'a.localhost.',
    '10.1.2.3',
  ])
    assert.match(checkWebhookUrl(`https://${host}/`, []) ?? '', /internal address.*WEBHOOK_NETWORKS/, host)
})

test('http is accepted for addresses in WEBHOOK_NETWORKS alone, and for names if there are any', () => {
  for (const url of ['http://127.0.0.1:4001/hook', 'http://localhost:4001/', 'http://[::1]/', 'https://127.0.0.1/'])
    assert.equal(checkWebhookUrl(url, loopback), null, url)
  assert.equal(checkWebhookUrl('http://receiver.example/', ['10.2.0.0/16']), null)
  assert.match(checkWebhookUrl('http://8.8.8.8/', loopback) ?? '', /start with https/)
  assert.match(checkWebhookUrl('http://10.2.0.1/', loopback) ?? '', /internal/)
})
