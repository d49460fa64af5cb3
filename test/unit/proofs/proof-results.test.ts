import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ProofResult, readResults, resultsFile, saveResult, stateOf, tableOf } from '../../proofs/proof-results.ts'

const result: ProofResult = { held: true, date: '2026-11-23T04:00', commit: '1234567ab', seconds: 90 }
const nothingChanged = () => []

test('a result counts as long as nothing but the results has changed since', () => {
  assert.equal(stateOf(result, nothingChanged), 'current')
  assert.equal(
    stateOf(result, () => [resultsFile]),
    'current',
  )
  assert.equal(
    stateOf(result, () => [resultsFile, 'server/app.ts']),
    'stale',
  )
})

test('a result of uncommitted code, or of an unknown commit, is stale', () => {
  assert.equal(stateOf({ ...result, commit: '1234567ab+' }, nothingChanged), 'stale')
  assert.equal(
    stateOf(result, () => null),
    'stale',
  )
})

test('the table has a row for each proof, also for one that never ran', () => {
  const results = { sim: result, race: { ...result, held: false, commit: 'fedcba987' } }
  const changed = (commit: string) => (commit === 'fedcba987' ? ['server/app.ts'] : [])
  assert.deepEqual(tableOf(['sim', 'race', 'chaos'], results, changed).split('\n'), [
    'proof  result  date              commit     minutes  state',
    'sim    held    2026-11-23T04:00  1234567ab  1.5      current',
    'race   broken  2026-11-23T04:00  fedcba987  1.5      stale',
    'chaos                                                no result of `npm run proof`',
  ])
})

test('a saved result replaces the last one of its proof, and leaves the others', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'proof-results-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'results.json')
  assert.deepEqual(readResults(file), {})
  saveResult(file, 'sim', result)
  saveResult(file, 'race', result)
  saveResult(file, 'sim', { ...result, held: false })
  assert.deepEqual(readResults(file), { sim: { ...result, held: false }, race: result })
})
