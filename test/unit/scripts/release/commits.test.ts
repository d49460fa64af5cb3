import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commitsIn, groupedCommits } from '../../../../scripts/release/commits.ts'

const log = [
  '\0aaaaaaa Show the fee first\n\ncomponents/screens/review.ts\nserver/routes/x.ts\n',
  '\0bbbbbbb Refuse a negative fee\n\nserver/contract/amount.ts\nCHANGELOG.md\n',
  '\0ccccccc Describe fees\n\ndocs/src/content/docs/fees.md\n',
  '\0ddddddd Test fees\n\ntest/unit/fees.test.ts\n',
  '\0eeeeeee Change no file\n',
].join('')

test('the commits of a release are grouped by the part that they change', () => {
  assert.equal(
    groupedCommits(commitsIn(log), { version: '1.3.0', since: 'v1.2.0' }),
    `# 5 commits of 1.3.0, since v1.2.0

## Browser package and hosted page

- aaaaaaa Show the fee first

## Server

- bbbbbbb Refuse a negative fee

## Documentation and examples

- ccccccc Describe fees

## Not shipped

- ddddddd Test fees
- eeeeeee Change no file
`,
  )
})

test('a release without commits and without an earlier tag has no groups', () => {
  assert.equal(
    groupedCommits(commitsIn(''), { version: '1.0.0', since: null }),
    '# 0 commits of 1.0.0, no earlier tag\n',
  )
})
