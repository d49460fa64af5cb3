// Starts Web Test Runner and writes its counts to a file. A separate process, because the runner ends its process when
// it cannot start, and because its command line does not read a configuration in TypeScript.
// Usage: component-runner.ts <report file> [test file or folder ...]
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { startTestRunner } from '@web/test-runner'
import type { TestSuiteResult } from '@web/test-runner-core'
import { projectRoot } from '../../scripts/command.ts'
import type { FileTime } from '../parts/part.ts'
import { testRunnerConfig } from '../web-test-runner.config.ts'
import { addCounts, type Count, noTests } from './count.ts'

const [report = '', ...named] = process.argv.slice(2)
const patterns = named.map((file) => (file.endsWith('.ts') ? file : `${file.replace(/\/$/, '')}/**/*.test.ts`))
const runner = await startTestRunner({
  config: testRunnerConfig(patterns),
  readCliArgs: false,
  readFileConfig: false,
  autoExitProcess: false,
})
runner?.on('stopped', (passed) => {
  let count = noTests
  const files: FileTime[] = []
  for (const session of runner.sessions.all()) {
    const seconds = session.testResults ? millisecondsOf(session.testResults) / 1000 : 0
    files.push({ file: relative(projectRoot, session.testFile), seconds })
    if (session.testResults) count = addCounts(count, countSuite(session.testResults))
    // A file that could not be loaded has no tests, only errors.
    count = addCounts(count, { passed: 0, failed: session.errors.length, skipped: 0 })
  }
  writeFileSync(report, JSON.stringify({ count, files }))
  process.exit(passed ? 0 : 1)
})

function millisecondsOf(suite: TestSuiteResult): number {
  const own = suite.tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  return suite.suites.reduce((sum, child) => sum + millisecondsOf(child), own)
}

function countSuite(suite: TestSuiteResult): Count {
  let count = noTests
  for (const test of suite.tests) {
    count = addCounts(count, {
      passed: test.passed && !test.skipped ? 1 : 0,
      failed: test.passed || test.skipped ? 0 : 1,
      skipped: test.skipped ? 1 : 0,
    })
  }
  return suite.suites.reduce((sum, child) => addCounts(sum, countSuite(child)), count)
}
