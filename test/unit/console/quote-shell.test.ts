import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoteShell, shellCommand } from '../../../host/console/elements/quote-shell.ts'

test('plain arguments stay plain', () => {
  assert.equal(
    shellCommand('transfer-link', 'client', 'revoke', '3f9c-1', '--url', 'https://shop.example/a'),
    'transfer-link client revoke 3f9c-1 --url https://shop.example/a',
  )
})

test('everything else is quoted', () => {
  assert.equal(quoteShell(''), "''")
  assert.equal(quoteShell("It's $HOME `id`"), "'It'\\''s $HOME `id`'")
  assert.equal(quoteShell('a\nb'), "'a\nb'")
  assert.equal(quoteShell('~'), "'~'")
})
