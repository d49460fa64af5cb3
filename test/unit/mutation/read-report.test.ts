import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutantsIn } from '../../mutation/read-report.ts'

const source = ['export function least(a, b) {', '  if (a < b) {', '    return a', '  }', '  return b', '}'].join('\n')
const condition = { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } }
const block = { start: { line: 2, column: 14 }, end: { line: 4, column: 4 } }

function read(mutant: { status: string; replacement: string; location: typeof block }) {
  const [first] = mutantsIn(JSON.stringify({ files: { 'server/least.ts': { source, mutants: [mutant] } } }))
  return first
}

test('a mutant has its file, its line, and the code before and after', () => {
  assert.deepEqual(read({ status: 'Killed', replacement: 'a <= b', location: condition }), {
    file: 'server/least.ts',
    lineNumber: 2,
    line: '  if (a < b) {',
    original: 'a < b',
    replacement: 'a <= b',
    status: 'killed',
  })
})

test('code over several lines becomes one line', () => {
  const mutant = read({ status: 'Killed', replacement: '{\n}', location: block })
  assert.deepEqual([mutant?.original, mutant?.replacement], ['{ return a }', '{ }'])
})

test('code that no test runs has survived, and an unknown status is an error', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored']
  assert.deepEqual(
    statuses.map((status) => read({ status, replacement: '', location: block })?.status),
    ['killed', 'timeout', 'survived', 'survived', 'error', 'error'],
  )
})
