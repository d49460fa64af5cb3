import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSiteSettings } from '../../../scripts/docs/site-settings.ts'
import { readConfig } from '../../../server/config.ts'

test('the site has the address of docs:dev unless DOCS_URL names another', () => {
  assert.deepEqual(readSiteSettings({}), { url: 'http://localhost:4321', port: 4321 })
  assert.deepEqual(readSiteSettings({ DOCS_PORT: '4400' }), { url: 'http://localhost:4400', port: 4400 })
  // Browsers send the origin without this port.
  assert.deepEqual(readSiteSettings({ DOCS_PORT: '80' }), { url: 'http://localhost', port: 80 })
})

test('DOCS_URL is read as the server reads it', () => {
  for (const DOCS_URL of ['https://docs.example.com', 'https://example.com/docs/', 'https://example.com/docs//'])
    assert.equal(readSiteSettings({ DOCS_URL }).url, readConfig({ DOCS_URL }).docsUrl)
})

test('a value that cannot be used is refused with its name', () => {
  assert.throws(() => readSiteSettings({ DOCS_URL: 'docs.example.com' }), /^Error: DOCS_URL must be .*example/)
  assert.throws(() => readSiteSettings({ DOCS_URL: 'https://example.com/"' }), /DOCS_URL must be/)
  assert.throws(() => readSiteSettings({ DOCS_PORT: '99999' }), /DOCS_PORT must be a port/)
})
