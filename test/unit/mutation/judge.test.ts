import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { groups } from '../../mutation/groups.ts'
import { judge, type Mutant, type MutantStatus } from '../../mutation/judge.ts'
import { tableOf, verdictOf } from '../../mutation/report.ts'
import { type ExplainedSurvivor, explainedSurvivors } from '../../mutation/survivors.ts'

const group = { name: 'amount', files: ['server/amount.ts'] }
const code = { file: 'server/amount.ts', original: 'a < b' }
const mutant = (status: MutantStatus, replacement = 'a <= b'): Mutant => {
  return { ...code, lineNumber: 7, line: '  return a < b', replacement, status }
}
const reason: ExplainedSurvivor = {
  ...code,
  lineWith: 'return a',
  replacement: 'a <= b',
  reason: 'They are never equal.',
}
const killed = (count: number) => Array.from({ length: count }, () => mutant('killed', 'false'))

test('a group holds with a score of 90 % if its survivors are explained, which count as survivors', () => {
  const { score, explained, problems } = judge(group, [...killed(9), mutant('survived')], [reason])
  assert.deepEqual([score, explained, problems], [90, 1, []])
})

test('a score below 90 % is a problem, however many survivors are explained', () => {
  const { problems } = judge(group, [...killed(8), mutant('survived')], [reason])
  assert.deepEqual(problems, ['amount: the score is 88.8 %, less than 90 %'])
})

test('a group without mutants is a problem', () => {
  assert.deepEqual(judge(group, [], []).problems, ['amount: the score is 0.0 %, less than 90 %'])
})

test('a survivor without a reason is a problem, also if another mutant of its line has one', () => {
  const mutants = [...killed(99), mutant('survived'), mutant('survived', 'true')]
  const { problems } = judge(group, mutants, [reason])
  assert.deepEqual(problems, ['survived without a reason: server/amount.ts:7 a < b → true'])
})

test('a reason whose mutant was killed, or whose line has changed, is a problem', () => {
  const listed = 'listed, but no survivor: server/amount.ts a < b → a <= b'
  assert.deepEqual(judge(group, [...killed(9), mutant('killed')], [reason]).problems, [listed])
  assert.deepEqual(judge(group, [...killed(9), { ...mutant('survived'), line: 'return b > a' }], [reason]).problems, [
    'survived without a reason: server/amount.ts:7 a < b → a <= b',
    listed,
  ])
})

test('an explained mutant that a slow machine ends by the timeout keeps its reason', () => {
  assert.deepEqual(judge(group, [...killed(9), mutant('timeout')], [reason]).problems, [])
})

test('a mutant that could not be tested is a problem', () => {
  const { problems } = judge(group, [...killed(99), mutant('error')], [])
  assert.deepEqual(problems, ['not tested: server/amount.ts:7 a < b → a <= b'])
})

test('the reasons of other groups are left alone', () => {
  assert.deepEqual(judge({ name: 'other', files: ['server/other.ts'] }, killed(1), [reason]).problems, [])
})

test('the table has the raw score, and the last line says what held or broke', () => {
  const held = judge(group, [...killed(99), mutant('survived')], [reason])
  assert.deepEqual(tableOf([held]).split('\n').at(-1), '| amount | 1 | 100 | 99 | 0 | 1 | 1 | 99.0 % |')
  assert.match(verdictOf([held]), /^HELD over 100 mutants: .*\(the lowest 99\.0 %\)/)
  assert.match(verdictOf([held, judge(group, killed(1), [reason])]), /^BROKEN: 1 problem .* The first: listed/)
})

test('every file of a group exists and is in one group, and every reason is about one line of such a file and given once', () => {
  const files = groups.flatMap((each) => each.files)
  for (const file of [...files, ...groups.flatMap(({ tests }) => tests)]) {
    assert.ok(existsSync(join(projectRoot, file)), file)
  }
  assert.equal(new Set(files).size, files.length)
  for (const { file, lineWith } of explainedSurvivors) {
    assert.ok(files.includes(file), file)
    const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n')
    assert.equal(lines.filter((line) => line.includes(lineWith)).length, 1, `${file}: ${lineWith}`)
  }
  const mutants = explainedSurvivors.map(({ reason: _, ...each }) => JSON.stringify(each))
  assert.deepEqual(mutants, [...new Set(mutants)])
})
