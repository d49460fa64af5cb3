import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathWithFilters } from '../../../host/console/api/path-with-filters.ts'

const fields = [{ name: 'action' }, { name: 'since' }]

test('only the filters of the list are sent, and no empty ones', () => {
  const query = new URLSearchParams('since=2026-11-28T14:02:00Z&action=&other=1')
  assert.equal(pathWithFilters('/api/audit', query, fields), '/api/audit?since=2026-11-28T14%3A02%3A00Z')
  assert.equal(pathWithFilters('/api/audit', new URLSearchParams('other=1'), fields), '/api/audit')
})
